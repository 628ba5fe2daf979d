package org.rmcast.api;

import java.time.Duration;

/**
 * The round trip to a member as it is measured again and again. Immutable. Given by sessions; components may be added in minor releases.
 *
 * @param smoothed as time-outs follow from it
 * @param median half of the latest measurements are no longer
 * @param p90 nine tenths of them are no longer
 * @param p99 99 of 100 are no longer
 */
public record RoundTripStatistics(Duration smoothed, Duration median, Duration p90, Duration p99) {}
