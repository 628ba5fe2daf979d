/** TRAM: a tree of repair heads with selective, aggregated acknowledgements. */
@NullMarked
package org.rmcast.tram;

import org.jspecify.annotations.NullMarked;
