/** Load on a channel, measured: goodput, latency, losses, repairs, CPU and memory as JSON. */
@NullMarked
package org.rmcast.cli.perf;

import org.jspecify.annotations.NullMarked;
