package org.rmcast.lab.papers.tachikawa;

import java.util.List;
import org.rmcast.core.paths.PathEstimate;

/**
 * Ten regions of a cloud of today, and the round trips between them.
 *
 * <p>Source: Microsoft, "Azure network round-trip latency statistics", https://learn.microsoft.com/azure/networking/azure-network-latency:
 * 95th percentiles of the 30 days up to 30 July 2026, as read in a public copy of the page's text. Losses are not published.
 */
final class CloudRegions {
    static final String SOURCE = "Microsoft: [Azure network round-trip latency statistics]"
            + "(https://learn.microsoft.com/azure/networking/azure-network-latency), 95th percentiles of the 30 days up to 30 July 2026";

    static final List<String> NAMES = List.of(
            "West US",
            "East US",
            "Brazil South",
            "UK South",
            "South Africa North",
            "UAE North",
            "Central India",
            "Southeast Asia",
            "Japan East",
            "Australia East");

    /** From each to each, in milliseconds, in the order of the names. */
    private static final int[][] ROUND_TRIP_MILLIS = {
        {0, 72, 171, 144, 279, 249, 224, 172, 110, 142},
        {74, 0, 119, 80, 226, 190, 214, 229, 165, 207},
        {170, 121, 0, 184, 327, 293, 320, 337, 265, 298},
        {144, 80, 183, 0, 169, 122, 151, 183, 235, 277},
        {278, 225, 326, 169, 0, 104, 134, 211, 255, 348},
        {257, 191, 288, 122, 105, 0, 34, 87, 155, 182},
        {224, 218, 320, 150, 134, 35, 0, 59, 129, 152},
        {171, 229, 337, 183, 190, 90, 58, 0, 74, 98},
        {109, 165, 275, 237, 254, 155, 129, 74, 0, 105},
        {141, 206, 298, 277, 347, 179, 151, 98, 105, 0}
    };

    private CloudRegions() {}

    static int count() {
        return NAMES.size();
    }

    /** Half of the mean round trip of both directions: the paper takes delays to be the same in both. */
    static double delayMillis(int from, int to) {
        return (ROUND_TRIP_MILLIS[from][to] + ROUND_TRIP_MILLIS[to][from]) / 4.0;
    }

    /** A path where losses are as given. */
    static PathEstimate path(int from, int to, CloudLoss loss) {
        double delay = delayMillis(from, to);
        return new PathEstimate(delay, loss.at(delay));
    }
}
