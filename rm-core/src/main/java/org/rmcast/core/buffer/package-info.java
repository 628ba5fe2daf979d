/** Packets kept for repair, and what has arrived of a sequence. */
@NullMarked
@Spi
package org.rmcast.core.buffer;

import org.jspecify.annotations.NullMarked;
import org.rmcast.api.Spi;
