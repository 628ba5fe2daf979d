/** What members say of streams, of their positions and of one another, held against what can be true. */
@NullMarked
@Spi
package org.rmcast.core.claims;

import org.jspecify.annotations.NullMarked;
import org.rmcast.api.Spi;
