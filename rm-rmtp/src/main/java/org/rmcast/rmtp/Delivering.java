package org.rmcast.rmtp;

/** What the engine of a server answers besides what every engine does. */
public interface Delivering {
    /** What has become of the delivery so far. */
    DeliveryReport report(long nowNanos);
}
