/** Both ends of a stream of messages in numbered packets: packing and pacing, delivery in order, flushes. */
@NullMarked
package org.rmcast.core.stream;

import org.jspecify.annotations.NullMarked;
