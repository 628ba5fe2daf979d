package org.rmcast.lab.failover;

/**
 * What a process has of the machine at a time.
 *
 * @param second of the run
 * @param heapBytes that are needed
 */
record Weight(double second, long heapBytes, long descriptors) {}
