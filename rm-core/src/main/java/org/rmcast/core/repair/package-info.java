/** Repairs that were asked for: in which order, how fast, to whom and joined with which others they leave; and how those are taken apart. */
@NullMarked
@Spi
package org.rmcast.core.repair;

import org.jspecify.annotations.NullMarked;
import org.rmcast.api.Spi;
