/** A network in memory, on the real clock: members of one JVM hear one another without sockets. */
@NullMarked
package org.rmcast.core.memory;

import org.jspecify.annotations.NullMarked;
