/** What was sent and what each receiver got of it, judged by the order that the protocol promises. */
@NullMarked
package org.rmcast.sim.ledger;

import org.jspecify.annotations.NullMarked;
