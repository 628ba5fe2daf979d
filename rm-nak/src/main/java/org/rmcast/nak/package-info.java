/** The plain NAK protocol: whoever misses something asks its sender. */
@NullMarked
package org.rmcast.nak;

import org.jspecify.annotations.NullMarked;
