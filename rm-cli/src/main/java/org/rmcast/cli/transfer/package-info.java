/** Files over a channel: each arrives whole or not at all. */
@NullMarked
package org.rmcast.cli.transfer;

import org.jspecify.annotations.NullMarked;
