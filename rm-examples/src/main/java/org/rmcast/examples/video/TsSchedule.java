package org.rmcast.examples.video;

import java.util.Arrays;

/**
 * When each packet of a transport stream is due, by its program clock reference (PCR): between two references packets
 * are spread evenly, as the standard's model of a decoder assumes. Immutable.
 *
 * <p>The clock is that of the first PID that carries one. It wraps after 26.5 hours. Where it jumps (announced, backward,
 * or forward by more than ten seconds), time goes on at the rate of the stretch before.
 */
public final class TsSchedule {
    private static final long MAX_STEP_TICKS = 10 * TsPacket.PCR_HZ;
    private static final double NANOS_PER_TICK = 1e9 / TsPacket.PCR_HZ;

    /** Packets that carry a reference, ascending, and their time since packet 0. */
    private final long[] packets;

    private final double[] nanos;

    private TsSchedule(long[] packets, double[] nanos) {
        this.packets = packets;
        this.nanos = nanos;
    }

    /** The time of a packet in nanoseconds since packet 0; also of those before the first and after the last reference. */
    public long nanosAt(long packet) {
        int found = Arrays.binarySearch(packets, packet);
        int after = found >= 0 ? found : -found - 1;
        int right = Math.max(1, Math.min(packets.length - 1, after));
        double share = (double) (packet - packets[right - 1]) / (packets[right] - packets[right - 1]);
        return Math.round(nanos[right - 1] + share * (nanos[right] - nanos[right - 1]));
    }

    /** Gathers the references of a stream's packets, given in order. */
    static final class Builder {
        private static final int NO_PID = -1;

        private long[] packets = new long[256];
        private long[] ticks = new long[256];
        private boolean[] jumps = new boolean[256];
        private int count;
        private int clockPid = NO_PID;
        private boolean jumpAnnounced;

        void onPacket(long index, byte[] packet) {
            int pid = TsPacket.pid(packet, 0);
            boolean hasPcr = TsPacket.hasPcr(packet, 0);
            if (hasPcr && clockPid == NO_PID) {
                clockPid = pid;
            }
            if (pid != clockPid) {
                return;
            }
            jumpAnnounced |= TsPacket.isDiscontinuous(packet, 0);
            if (hasPcr) {
                add(index, TsPacket.pcr(packet, 0), jumpAnnounced);
                jumpAnnounced = false;
            }
        }

        private void add(long index, long pcr, boolean jump) {
            if (count == packets.length) {
                packets = Arrays.copyOf(packets, 2 * count);
                ticks = Arrays.copyOf(ticks, 2 * count);
                jumps = Arrays.copyOf(jumps, 2 * count);
            }
            packets[count] = index;
            ticks[count] = pcr;
            jumps[count] = jump;
            count++;
        }

        /**
         * The schedule of what was given.
         *
         * @throws IllegalArgumentException if there is no clock to go by
         */
        TsSchedule build(long totalPackets) {
            double fallback = averageNanosPerPacket();
            if (!(fallback > 0)) {
                throw new IllegalArgumentException("has no clock to pace it by: " + count
                        + " program clock references (PCR) in " + totalPackets + " packets, at least 2 are needed");
            }
            double[] nanos = new double[count];
            double perPacket = fallback;
            for (int i = 1; i < count; i++) {
                long stretch = packets[i] - packets[i - 1];
                perPacket = isSteady(i) ? step(i) * NANOS_PER_TICK / stretch : perPacket;
                nanos[i] = nanos[i - 1] + perPacket * stretch;
            }
            double start = nanos[0] - packets[0] * (nanos[1] - nanos[0]) / (packets[1] - packets[0]);
            for (int i = 0; i < count; i++) {
                nanos[i] -= start;
            }
            return new TsSchedule(Arrays.copyOf(packets, count), nanos);
        }

        /** Over all stretches without a jump; 0 or not a number if there is none. */
        private double averageNanosPerPacket() {
            double steadyTicks = 0;
            double steadyPackets = 0;
            for (int i = 1; i < count; i++) {
                if (isSteady(i)) {
                    steadyTicks += step(i);
                    steadyPackets += packets[i] - packets[i - 1];
                }
            }
            return steadyPackets == 0 ? Double.NaN : steadyTicks * NANOS_PER_TICK / steadyPackets;
        }

        private boolean isSteady(int i) {
            return !jumps[i] && step(i) <= MAX_STEP_TICKS;
        }

        private long step(int i) {
            return Math.floorMod(ticks[i] - ticks[i - 1], TsPacket.PCR_MODULUS);
        }
    }
}
