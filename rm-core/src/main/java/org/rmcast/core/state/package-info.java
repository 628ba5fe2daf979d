/** State transfer to a member that joins, or that lost messages: a block for a protocol's engine. */
@NullMarked
@Spi
package org.rmcast.core.state;

import org.jspecify.annotations.NullMarked;
import org.rmcast.api.Spi;
