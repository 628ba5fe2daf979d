/**
 * {@code rmcast-lab failover}: repair heads are killed and started again under load, members pause, in processes of their own; who waited for how
 * long, and what the processes use of memory and descriptors over time.
 */
@NullMarked
package org.rmcast.lab.failover;

import org.jspecify.annotations.NullMarked;
