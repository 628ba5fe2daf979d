/** Packets kept for repair, and what has arrived of a sequence. */
@NullMarked
package org.rmcast.core.buffer;

import org.jspecify.annotations.NullMarked;
