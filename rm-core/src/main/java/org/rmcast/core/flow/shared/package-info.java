/**
 * Congestion control for networks that are shared with others, for every protocol: what a receiver measures and wants ({@link
 * org.rmcast.core.flow.shared.RateReporter}), how that is told ({@link org.rmcast.core.flow.shared.RateReport}), and how fast a sender
 * goes then ({@link org.rmcast.core.flow.shared.SharedRateController}).
 *
 * <p>Sources: TFMCC (RFC 4654) and TFRC (RFC 5348) where there are losses; the queueing delay where there are none.
 */
@NullMarked
@Spi
package org.rmcast.core.flow.shared;

import org.jspecify.annotations.NullMarked;
import org.rmcast.api.Spi;
