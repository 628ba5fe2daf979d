/** Repairs that were asked for: in which order, how fast and to whom they leave. */
@NullMarked
@Spi
package org.rmcast.core.repair;

import org.jspecify.annotations.NullMarked;
import org.rmcast.api.Spi;
