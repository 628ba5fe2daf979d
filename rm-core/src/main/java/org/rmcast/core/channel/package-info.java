/** The immutable description of a multicast channel and typed access to protocol parameters. */
@NullMarked
package org.rmcast.core.channel;

import org.jspecify.annotations.NullMarked;
