/** A ledger that three members keep, and none of which it is lost with: total order, to copy. */
@NullMarked
package org.rmcast.examples.ledger;

import org.jspecify.annotations.NullMarked;
