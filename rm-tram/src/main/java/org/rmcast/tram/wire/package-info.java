/** TRAM's packets and their codec. */
@NullMarked
package org.rmcast.tram.wire;

import org.jspecify.annotations.NullMarked;
