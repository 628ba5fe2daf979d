/** The immutable description of a multicast channel and typed access to protocol parameters. */
@NullMarked
@Spi
package org.rmcast.core.channel;

import org.jspecify.annotations.NullMarked;
import org.rmcast.api.Spi;
