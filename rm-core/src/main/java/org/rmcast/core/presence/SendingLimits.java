package org.rmcast.core.presence;

import org.jspecify.annotations.Nullable;
import org.rmcast.core.flow.NakLagRateController;

/**
 * Within what a {@link PresentSender} sends.
 *
 * @param maxPacketBytes the longest packet
 * @param framesOffset where in a packet the frames begin
 * @param queueBytes the most that waits to be packed
 * @param bufferPackets the most packets held
 * @param bufferBytes the most bytes held, with what it costs to hold them
 * @param batchDelayNanos for how long a packet that is not full may wait for more
 * @param rate how fast
 */
public record SendingLimits(
        int maxPacketBytes,
        int framesOffset,
        int queueBytes,
        int bufferPackets,
        long bufferBytes,
        long batchDelayNanos,
        Rate rate) {
    /**
     * How fast, in bytes a second.
     *
     * @param follows whether the rate follows the age of what is asked for; if not it is {@code max}
     * @param windowPackets the window that this is measured by
     */
    public record Rate(boolean follows, double min, double max, double start, int windowPackets) {
        @Nullable
        NakLagRateController controller() {
            return follows ? new NakLagRateController(min, max, start, windowPackets) : null;
        }
    }
}
