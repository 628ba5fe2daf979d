/** The packets of Scalable Reliable Multicast and their codec. */
@NullMarked
package org.rmcast.srm.wire;

import org.jspecify.annotations.NullMarked;
