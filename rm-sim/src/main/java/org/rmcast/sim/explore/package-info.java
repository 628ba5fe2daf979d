/** Tries every loss of one or two control datagrams in a small group, one after the other, instead of drawing some by chance. */
@NullMarked
package org.rmcast.sim.explore;

import org.jspecify.annotations.NullMarked;
