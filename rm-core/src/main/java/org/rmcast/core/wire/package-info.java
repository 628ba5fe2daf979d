/** The common datagram header and bounds-checked reading and writing of bytes. */
@NullMarked
@Spi
package org.rmcast.core.wire;

import org.jspecify.annotations.NullMarked;
import org.rmcast.api.Spi;
