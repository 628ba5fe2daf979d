/** Runs protocol engines unchanged in simulated time over a simulated network, and checks what they promise. */
@NullMarked
package org.rmcast.sim;

import org.jspecify.annotations.NullMarked;
