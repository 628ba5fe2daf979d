/**
 * Total order for applications: {@link org.rmcast.order.TotalOrder} gives the messages of all peers of a channel to each of them in one
 * sequence, and says when a majority holds them, so that replicated state machines can be built.
 */
@NullMarked
package org.rmcast.order;

import org.jspecify.annotations.NullMarked;
