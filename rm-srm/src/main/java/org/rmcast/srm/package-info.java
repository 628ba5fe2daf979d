/** Scalable Reliable Multicast (SRM): any member repairs, and random timers scaled by distance suppress duplicates. */
@NullMarked
package org.rmcast.srm;

import org.jspecify.annotations.NullMarked;
