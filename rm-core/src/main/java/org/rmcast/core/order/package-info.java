/** Total order on top of messages to a group: one log that a majority holds, whatever carries the messages. */
@NullMarked
@Spi
package org.rmcast.core.order;

import org.jspecify.annotations.NullMarked;
import org.rmcast.api.Spi;
