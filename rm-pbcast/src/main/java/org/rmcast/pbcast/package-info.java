/** Bimodal Multicast (pbcast) and its variants: multicast, and repair by gossip among equals. */
@NullMarked
package org.rmcast.pbcast;

import org.jspecify.annotations.NullMarked;
