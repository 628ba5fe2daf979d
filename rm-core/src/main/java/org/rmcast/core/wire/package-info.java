/** The common datagram header and bounds-checked reading and writing of bytes. */
@NullMarked
package org.rmcast.core.wire;

import org.jspecify.annotations.NullMarked;
