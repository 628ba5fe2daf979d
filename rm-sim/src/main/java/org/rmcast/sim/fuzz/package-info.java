/** Datagrams that nobody sent like this: mutated field by field with valid checksums, counted by what they reached. */
@NullMarked
package org.rmcast.sim.fuzz;

import org.jspecify.annotations.NullMarked;
