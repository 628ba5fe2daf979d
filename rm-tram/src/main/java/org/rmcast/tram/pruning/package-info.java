/** Which members a repair head takes out of the group so that they stop holding it back, and why. */
@NullMarked
package org.rmcast.tram.pruning;

import org.jspecify.annotations.NullMarked;
