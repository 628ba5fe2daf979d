/** Runs a group of peers of any protocol in the simulator, with meters for packets, latency, throughput and reach. */
@NullMarked
package org.rmcast.lab.peers;

import org.jspecify.annotations.NullMarked;
