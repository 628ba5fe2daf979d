package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Role;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.framing.MessagePacker;
import org.rmcast.core.membership.DownReason;
import org.rmcast.core.membership.GroupMember;
import org.rmcast.core.membership.MembershipListener;
import org.rmcast.core.membership.SwimMembership;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.SequenceMask;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.pbcast.wire.PbcastCodec;
import org.rmcast.pbcast.wire.PbcastPacket.Data;
import org.rmcast.pbcast.wire.PbcastPacket.Digest;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;
import org.rmcast.pbcast.wire.PbcastPacket.PacketType;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;

/** What a member makes of the answers to its requests, and of those to which there are none. */
class RequesterTest {
    private static final long SENDER = 5;
    private static final int PAUSES = 8;
    private static final InetSocketAddress HERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7001);
    private static final InetSocketAddress THERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7002);

    private final RecordingActions actions = new RecordingActions();
    private Requester requester;
    private Sources sources;

    @BeforeEach
    void followAStream() {
        EngineContext engine = new EngineContext(1, 9, Role.RECEIVER, HERE, THERE, 1, new SplittableRandom(1));
        PbcastContext context = new PbcastContext(engine, PbcastConfig.defaults());
        MembershipListener nobody = new MembershipListener() {
            @Override
            public void onUp(GroupMember member, long nowNanos, Actions actions) {}

            @Override
            public void onDown(GroupMember member, DownReason reason, long nowNanos, Actions actions) {}
        };
        SwimMembership membership = new SwimMembership(engine, context.config.membership, 1_400, nobody);
        requester = new Requester(context, new Targets(context, membership.view()), membership);
        sources = new Sources(context, requester, membership);
    }

    /** The first packet comes: from now on the stream is followed. */
    private void begin() throws DecodeException {
        WireWriter writer = PbcastCodec.beginData(SENDER, 1, 0, 1, new WireWriter(1_400));
        MessagePacker packer = new MessagePacker(100, 1_000);
        packer.offer(new byte[10]);
        packer.writePacket(writer);
        byte[] datagram = writer.takeCopy();
        DatagramHeader.complete(datagram, PbcastCodec.PROTOCOL, 1, SENDER, 1);
        Data data = (Data) PbcastCodec.decode(datagram);
        assertThat(sources.onData(THERE, data, 0, actions)).isTrue();
    }

    private static long nanos(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** The sender holds packets below a limit, and says so. */
    private void gossip(long limit, long millis) {
        gossip(THERE, SENDER, limit, millis);
    }

    private void gossip(InetSocketAddress from, long id, long limit, long millis) {
        Entry entry = new Entry(SENDER, 1, limit, limit, 0, false, 0, limit, SequenceMask.EMPTY, 1, SequenceMask.EMPTY);
        sources.onEntry(from, id, entry, nanos(millis));
        Digest digest = new Digest(PacketType.GOSSIP, false, 1, List.of(entry));
        requester.onGossip(digest, id, from, sources, nanos(millis), actions);
    }

    private void repair(long sequence, long millis) {
        repair(THERE, sequence, millis);
    }

    private void repair(InetSocketAddress from, long sequence, long millis) {
        MissingPacket packet = missing(sequence);
        requester.onRepaired(packet, from, nanos(millis));
        packet.done = true;
    }

    private MissingPacket missing(long sequence) {
        Source source = Objects.requireNonNull(sources.find(SENDER));
        return Objects.requireNonNull(source.missing().get(sequence));
    }

    /** The first requests are repeated sooner than any answer can come: what comes then answers the first of them. */
    @Test
    void shouldNotTakeTheWayForShorterThanItIs() throws DecodeException {
        begin();
        for (long millis : new long[] {0, 20, 40, 60, 85}) {
            gossip(4, millis);
        }
        assertThat(missing(2).asked).isEqualTo(4);
        repair(2, 90);
        repair(3, 92);
        gossip(5, 400);
        gossip(5, 420);
        assertThat(missing(4).askedNanos()).isEqualTo(nanos(420));
        // A first sample of 70 ms, by RFC 6298: that and four times half of it. None of 30 or of 32 ms since the last
        // but one.
        assertThat(requester.nextDueNanos() - nanos(420)).isEqualTo(nanos(70 + 4 * 35));
    }

    /** Who was asked when others had been asked in vain for long is not far away for that. */
    @Test
    void shouldNotTakeTheWayForWhatOthersDidNotAnswer() throws DecodeException {
        begin();
        gossip(4, 0);
        for (int i = 1; i <= 5; i++) {
            gossip(other(i), 10L + i, 4, 100L * i);
        }
        assertThat(missing(2).asked).isEqualTo(5);
        repair(other(5), 2, 504);
        gossip(other(5), 15, 4, 2_000);
        assertThat(missing(3).askedNanos()).isEqualTo(nanos(2_000));
        assertThat(requester.nextDueNanos() - nanos(2_000)).isLessThan(nanos(50));
    }

    private static InetSocketAddress other(int number) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 7_100 + number);
    }

    /** What is dropped on its way from the sender all others miss as well. */
    @Test
    void shouldAskTheSenderWhereNoOtherHasWhatIsMissing() {
        PbcastConfig config = PbcastConfig.defaults().with("fillPackets", false);
        Simulation simulation =
                PbcastGroupTest.group(1, 5, "delay=1ms,rate=1Gbit", config).build();
        assertThat(simulation.runUntil(() -> simulation.node(0).receiverCount() == 4, Duration.ofSeconds(20)))
                .isTrue();
        int dropped = 1_000;
        simulation
                .accessLink(0)
                .injectUp(LinkFault.drop(
                        datagram -> DatagramHeader.type(datagram) == PacketType.DATA.code(), dropped, 5_000));
        simulation.node(0).send(Workload.paced(6_000, 1_000, 20_000));
        assertThat(simulation.runUntil(simulation.node(0)::isSendingDone, Duration.ofSeconds(20)))
                .isTrue();
        simulation.runFor(Duration.ofSeconds(2));
        for (SimNode node : simulation.nodes().subList(1, 5)) {
            assertThat(node.statistics().get(EngineMeter.PACKETS_MISSED)).isGreaterThanOrEqualTo(dropped);
            // Others are asked first for about every ninth, in case they have it by now.
            assertThat(node.statistics().get(EngineMeter.NAKS_SENT))
                    .as("requests")
                    .isLessThan(dropped * 3 / 2);
            assertThat(node.reportedLost()).isZero();
        }
        simulation.checkComplete();
    }

    /** A sender that stands still can repair nothing; those that have its last packets are there. */
    @RepeatedTest(PAUSES)
    void shouldAskOthersWhereTheSenderDoesNotAnswer(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        LinkSettings far = LinkSettings.parse("delay=30ms,rate=100Mbit,jitter=10ms");
        LinkSettings lossy = LinkSettings.parse("delay=30ms,rate=100Mbit,jitter=10ms,loss=5%");
        Topology.Builder topology = Topology.builder();
        topology.host(0, far);
        for (int receiver = 1; receiver < 6; receiver++) {
            topology.host(0, lossy);
        }
        Simulation simulation = Simulation.builder(seed)
                .topology(topology.build())
                .protocol(new PbcastProtocol())
                .build();
        SimNode sender = simulation.node(0);
        assertThat(simulation.runUntil(() -> sender.receiverCount() == 5, Duration.ofSeconds(20)))
                .isTrue();
        sender.send(Workload.paced(1_000, 1_000, 200));
        simulation.runFor(Duration.ofSeconds(3));
        sender.pause(Duration.ofMillis(1_200));
        assertThat(simulation.runUntil(sender::isSendingDone, Duration.ofSeconds(20)))
                .isTrue();
        simulation.runFor(Duration.ofSeconds(3));
        for (SimNode node : simulation.nodes().subList(1, 6)) {
            assertThat(node.reportedLost()).as("lost, seed %d", seed).isZero();
        }
    }
}
