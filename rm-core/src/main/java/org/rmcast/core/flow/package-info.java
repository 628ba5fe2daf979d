/** Pacing, rate control and round-trip estimates. */
@NullMarked
@Spi
package org.rmcast.core.flow;

import org.jspecify.annotations.NullMarked;
import org.rmcast.api.Spi;
