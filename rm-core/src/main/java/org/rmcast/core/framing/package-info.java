/** Messages into packet payloads and back: small messages batched, large ones fragmented. */
@NullMarked
@Spi
package org.rmcast.core.framing;

import org.jspecify.annotations.NullMarked;
import org.rmcast.api.Spi;
