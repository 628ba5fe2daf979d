/** Bimodal Multicast's packets and their codec. */
@NullMarked
package org.rmcast.pbcast.wire;

import org.jspecify.annotations.NullMarked;
