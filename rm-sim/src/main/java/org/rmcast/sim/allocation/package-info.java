/** What engines allocate in a fixed run, in a JVM where that is the same each time. */
@NullMarked
package org.rmcast.sim.allocation;

import org.jspecify.annotations.NullMarked;
