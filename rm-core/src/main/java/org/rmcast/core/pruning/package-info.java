/** Which members stop holding a group back, and why. */
@NullMarked
package org.rmcast.core.pruning;

import org.jspecify.annotations.NullMarked;
