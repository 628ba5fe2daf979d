/** Runs a group of any protocol in the simulator, and measures latency, jitter, rate, buffers and membership. */
@NullMarked
package org.rmcast.lab.group;

import org.jspecify.annotations.NullMarked;
