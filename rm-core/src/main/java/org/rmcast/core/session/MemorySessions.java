package org.rmcast.core.session;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.rmcast.api.MemoryNetwork;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionOptions;
import org.rmcast.core.impair.Impairments;
import org.rmcast.core.memory.MemoryMedium;
import org.rmcast.core.memory.MemoryMember;
import org.rmcast.core.transport.DatagramTransport;

/** Sessions over a network in memory. */
final class MemorySessions implements MemoryNetwork {
    private final long seed;
    private final MemoryMedium medium;
    private final SessionNetwork network;

    MemorySessions(long seed) {
        this.seed = seed;
        this.medium = new MemoryMedium(seed);
        this.network = new Memory(medium, seed);
    }

    @Override
    public ReliableMulticastSession open(SessionOptions options) throws IOException {
        return new SessionOpener(options, network).open();
    }

    @Override
    public long seed() {
        return seed;
    }

    @Override
    public void impair(String impairments) {
        medium.impair(Impairments.parse(impairments));
    }

    @Override
    public void partition(String... memberNames) {
        medium.partition(List.of(memberNames));
    }

    @Override
    public void heal() {
        medium.heal();
    }

    @Override
    public long overflows() {
        return medium.overflows();
    }

    @Override
    public String toString() {
        return "network in memory with " + medium.members() + " members, seed " + seed;
    }

    private static final class Memory implements SessionNetwork {
        private final MemoryMedium medium;
        private final SplittableRandom seeds;

        Memory(MemoryMedium medium, long seed) {
            this.medium = medium;
            this.seeds = new SplittableRandom(seed);
        }

        @Override
        public DatagramTransport open(SessionOptions options, String memberName) {
            MemoryMember member = new MemoryMember(
                    memberName,
                    SessionThreads.name(options.channel(), options.role(), "loop"),
                    options.channel().groupAddress(),
                    options.memberPort(),
                    options.receiveBufferBytes());
            return medium.join(member, SharedRuntime.loopsOf(options));
        }

        @Override
        public long heapBytes(SessionOptions options) {
            return MemoryMember.heapBytes(options.receiveBufferBytes());
        }

        @Override
        public synchronized long nextMemberId() {
            return SessionMember.randomId(seeds);
        }

        @Override
        public synchronized Long nextSeed() {
            return seeds.nextLong();
        }
    }
}
