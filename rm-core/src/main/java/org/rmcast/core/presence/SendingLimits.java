package org.rmcast.core.presence;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.flow.NakLagRateController;
import org.rmcast.core.flow.shared.RateControl;
import org.rmcast.core.flow.shared.RateFollower;
import org.rmcast.core.framing.PackingConfig;

/**
 * Within what a {@link PresentSender} sends.
 *
 * @param maxPacketBytes the longest packet
 * @param framesOffset where in a packet the frames begin
 * @param packing how messages become packets, and how much waits for that
 * @param bufferPackets the most packets held
 * @param bufferBytes the most bytes held, with what it costs to hold them
 * @param rate how fast
 */
public record SendingLimits(
        int maxPacketBytes, int framesOffset, PackingConfig packing, int bufferPackets, long bufferBytes, Rate rate) {
    /**
     * How fast, in bytes a second.
     *
     * @param control by which rule: lan follows the age of what is asked for, shared what receivers report, fixed is {@code max}
     * @param min the lowest of lan
     * @param minShared the lowest of shared
     * @param start the first of lan
     * @param windowPackets the window that the age is measured by
     */
    public record Rate(RateControl control, double min, double minShared, double max, double start, int windowPackets) {
        public Rate {
            if (control == RateControl.BY_TTL) {
                throw new IllegalArgumentException("the rule is to be resolved by the ttl");
            }
        }

        @Nullable
        NakLagRateController byRequests() {
            return control == RateControl.LAN ? new NakLagRateController(min, max, start, windowPackets) : null;
        }

        @Nullable
        RateFollower byReports(RandomGenerator random) {
            return control == RateControl.SHARED ? new RateFollower(minShared, max, random) : null;
        }
    }
}
