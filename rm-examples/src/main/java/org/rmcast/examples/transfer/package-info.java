/** Files over a channel: each arrives whole or not at all. */
@NullMarked
package org.rmcast.examples.transfer;

import org.jspecify.annotations.NullMarked;
