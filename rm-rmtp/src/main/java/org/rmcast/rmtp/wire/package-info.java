/** The packets of RMTP. */
@NullMarked
package org.rmcast.rmtp.wire;

import org.jspecify.annotations.NullMarked;
