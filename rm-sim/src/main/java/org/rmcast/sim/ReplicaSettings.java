package org.rmcast.sim;

import java.time.Duration;
import java.util.function.IntFunction;

/**
 * The replicas of all nodes.
 *
 * @param factory makes that of a host's next incarnation
 * @param timeout how long a member waits for a state, when it starts and when it asks anew
 * @param roomBytes how much of a state is taken in one wake-up
 */
record ReplicaSettings(IntFunction<Replica> factory, Duration timeout, int roomBytes) {}
