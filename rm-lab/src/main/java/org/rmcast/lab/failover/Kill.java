package org.rmcast.lab.failover;

/**
 * What came of a head's end.
 *
 * @param second of the run
 * @param head its name
 * @param orphans how many receivers had it as their head
 * @param waitNanos the longest that one of them waited for a message
 * @param newHeadNanos until the last of them had another head; negative if one had none when it was looked
 * @param othersPauseNanos the longest time in which another receiver got nothing
 */
record Kill(double second, String head, int orphans, long waitNanos, long newHeadNanos, long othersPauseNanos) {}
