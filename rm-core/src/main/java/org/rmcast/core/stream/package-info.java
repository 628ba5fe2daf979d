/** Both ends of a stream of messages in numbered packets: packing and pacing, delivery in order, flushes. */
@NullMarked
@Spi
package org.rmcast.core.stream;

import org.jspecify.annotations.NullMarked;
import org.rmcast.api.Spi;
