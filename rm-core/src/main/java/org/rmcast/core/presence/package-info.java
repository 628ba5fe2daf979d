/** Who is there, where members know each other by what they send: session messages instead of a membership protocol. */
@NullMarked
@Spi
package org.rmcast.core.presence;

import org.jspecify.annotations.NullMarked;
import org.rmcast.api.Spi;
