/** Who is at which address, as far as that was proved, and what may be sent to addresses of which it was not. */
@NullMarked
package org.rmcast.core.peers;

import org.jspecify.annotations.NullMarked;
