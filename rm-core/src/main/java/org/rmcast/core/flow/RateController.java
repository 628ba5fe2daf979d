package org.rmcast.core.flow;

/** Decides how fast a sender may send, from what its group reports. Rates are in bytes per second. Not thread safe. */
public interface RateController {
    /** The rate now. */
    double bytesPerSecond();

    /**
     * A data packet left.
     *
     * @param openPackets how many more could be sent before the window closes
     */
    void onPacketSent(int bytes, long openPackets, long nowNanos);

    /** A window's worth of packets was sent. */
    void onWindowSent(long nowNanos);

    /** A member or the sender's own buffer reports congestion. */
    void onCongestion(long nowNanos);

    /** The window closed: nothing may be sent until members catch up. */
    void onWindowClosed(long nowNanos);
}
