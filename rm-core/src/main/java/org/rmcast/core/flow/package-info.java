/** Pacing, rate control and round-trip estimates. */
@NullMarked
package org.rmcast.core.flow;

import org.jspecify.annotations.NullMarked;
