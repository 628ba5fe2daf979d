/** The seam between protocols and the world: events in, actions out; no input or output, clocks or threads. */
@NullMarked
@Spi
package org.rmcast.core.engine;

import org.jspecify.annotations.NullMarked;
import org.rmcast.api.Spi;
