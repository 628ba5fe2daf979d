/** What lies between a protocol's engine and whoever hosts it: the wake-up contract and the path of the datagrams. */
@NullMarked
package org.rmcast.core.driver;

import org.jspecify.annotations.NullMarked;
