package org.rmcast.rmtp;

/** What the engine of a server answers besides what every engine does. */
public interface Delivering {
    /** Whether the delivery is over. It costs nothing to ask, however many receivers there are. */
    boolean isOver();

    /** What has become of the delivery so far. */
    DeliveryReport report(long nowNanos);
}
