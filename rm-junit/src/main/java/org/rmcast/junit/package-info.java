/** {@link org.rmcast.junit.MulticastTest}: tests of applications on a network in memory. */
@NullMarked
package org.rmcast.junit;

import org.jspecify.annotations.NullMarked;
