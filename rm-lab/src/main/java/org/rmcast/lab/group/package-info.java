/** Runs a group of any protocol in the simulator, with what measures it: latency, jitter, rate, buffers, membership, packets, throughput, reach. */
@NullMarked
package org.rmcast.lab.group;

import org.jspecify.annotations.NullMarked;
