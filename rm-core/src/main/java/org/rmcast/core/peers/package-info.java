/** Who is at which address, as far as that was proved, and what may be sent to addresses of which it was not. */
@NullMarked
@Spi
package org.rmcast.core.peers;

import org.jspecify.annotations.NullMarked;
import org.rmcast.api.Spi;
