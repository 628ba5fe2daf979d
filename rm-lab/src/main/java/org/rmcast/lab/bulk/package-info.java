/** Many receivers of RMTP in a few processes, on real sockets: what the paper's emulator Mars does. */
@NullMarked
package org.rmcast.lab.bulk;

import org.jspecify.annotations.NullMarked;
