/** What lies between a protocol's engine and whoever hosts it: the wake-up contract and the path of the datagrams. */
@NullMarked
@Spi
package org.rmcast.core.driver;

import org.jspecify.annotations.NullMarked;
import org.rmcast.api.Spi;
