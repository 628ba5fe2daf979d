/**
 * Promises as small objects: an {@link org.rmcast.sim.check.Invariant} watches a run and objects when it is broken. A protocol may
 * bring its own; one that it is known to break is left out by name.
 */
@NullMarked
package org.rmcast.sim.check;

import org.jspecify.annotations.NullMarked;
