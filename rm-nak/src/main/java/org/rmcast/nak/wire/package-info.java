/** The packets of the NAK protocol. */
@NullMarked
package org.rmcast.nak.wire;

import org.jspecify.annotations.NullMarked;
