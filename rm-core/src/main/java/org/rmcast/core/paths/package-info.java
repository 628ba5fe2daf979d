/** Which way a message takes to a destination, by the delays and losses of paths: direct, in replicas, or through a relay. */
@NullMarked
@Spi
package org.rmcast.core.paths;

import org.jspecify.annotations.NullMarked;
import org.rmcast.api.Spi;
