/** Who is in the group, found out without a coordinator: a block that a protocol's engine embeds. */
@NullMarked
@Spi
package org.rmcast.core.membership;

import org.jspecify.annotations.NullMarked;
import org.rmcast.api.Spi;
