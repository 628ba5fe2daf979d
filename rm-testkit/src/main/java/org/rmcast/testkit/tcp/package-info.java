/** TCP as a neighbour in simulations: does a protocol share a bottleneck with it? */
@NullMarked
package org.rmcast.testkit.tcp;

import org.jspecify.annotations.NullMarked;
