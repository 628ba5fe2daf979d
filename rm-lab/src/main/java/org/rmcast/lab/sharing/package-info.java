/** {@code rmcast-lab sharing}: groups and TCP connections that share one slow way, on real sockets; who gets how much of it. */
@NullMarked
package org.rmcast.lab.sharing;

import org.jspecify.annotations.NullMarked;
