package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.EventCause;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.SimFlush;
import org.rmcast.sim.SimNode;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.SimulationBuilder;
import org.rmcast.sim.Topology;
import org.rmcast.sim.Workload;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket;
import org.rmcast.tram.wire.TramPacket.Beacon;
import org.rmcast.tram.wire.TramPacket.Data;
import org.rmcast.tram.wire.TramPacket.DisownReason;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.Hello;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TramPacket.UnicastHello;
import org.rmcast.tram.wire.TreePlace;

/** Somebody says of a stream what cannot be, be it in the sender's own name; a head does not serve its members. */
class TramLiarTest {
    private static final int STRANGER = 4;
    private static final int MESSAGES = 1_000;
    private static final long FAR = 1L << 50;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long SESSION = 0x5E55_1011_1213_1415L;

    private static Simulation group(String recovery) {
        SimulationBuilder builder = Simulation.builder(1)
                .topology(Topology.star(5, LinkSettings.parse("delay=1ms,rate=100Mbit,loss=2%")))
                .protocol(new TramProtocol())
                .parameters(Parameters.none().with("recovery", recovery))
                .notStarted(STRANGER)
                .traceLines(0);
        Simulation simulation = builder.build();
        simulation.runFor(SECOND);
        simulation.node(0).send(Workload.paced(MESSAGES, 300, 500));
        simulation.runFor(SECOND);
        return simulation;
    }

    /** Whom it asks for repairs may lie, too. */
    @ParameterizedTest
    @ValueSource(strings = {"RETRANSMISSION", "UNICAST_DATA"})
    void shouldNotAskForWhatARepairMakesUp(TramPacket.Type type) {
        Simulation simulation = group("reaffiliate");
        byte[] repair = TramCodec.repair(type, data(simulation), 0);
        for (int i = 0; i < 10; i++) {
            if (type == TramPacket.Type.UNICAST_DATA) {
                for (int to = 1; to < STRANGER; to++) {
                    simulation.injectUnicast(STRANGER, simulation.node(0).address(), to, complete(repair, 77));
                }
            } else {
                simulation.injectMulticast(STRANGER, simulation.node(0).address(), complete(repair, 77), 64);
            }
            simulation.runFor(SECOND.dividedBy(20));
        }
        finish(simulation);
    }

    /** In the sender's name, from its address: a repair that is said to be in a code is believed no more than one that came. */
    @Test
    void shouldTakeNothingOutOfCodesThatAreMadeUp() {
        Simulation simulation = group("local");
        long sender = simulation.node(0).memberId();
        for (int i = 0; i < 300; i++) {
            long held = simulation.node(1).delivered() - 20;
            long next = simulation.node(0).statistics().get(EngineMeter.DATA_PACKETS_SENT) + 200;
            inject(simulation, code(sender, 77, held, FAR));
            inject(simulation, code(sender, 0xffff, held, next + i));
            inject(simulation, code(sender, 77, FAR, FAR + 1));
            inject(simulation, code(77, 77, held, held + 1));
            inject(simulation, code(sender, 77, held, held + 1));
            simulation.runFor(SECOND.dividedBy(300));
        }
        finishUndisturbed(simulation);
        for (SimNode node : simulation.nodes().subList(1, STRANGER)) {
            assertThat(node.statistics().get(TramMeter.CODES_WRONG)).isPositive();
            assertThat(node.statistics().get(TramMeter.CODES_USELESS)).isPositive();
            assertThat(node.statistics().get(TramMeter.CODES_KEPT)).isPositive();
        }
    }

    private static void inject(Simulation simulation, byte[] code) {
        simulation.injectMulticast(STRANGER, simulation.node(0).address(), complete(code, 77), 64);
    }

    /** A code of two sequences, of which the further one may be anything. */
    private static byte[] code(long source, int lengths, long first, long second) {
        WireWriter writer = DatagramHeader.begin(new WireWriter(128), TramPacket.Type.CODED_REPAIR.code(), 0)
                .writeLong(source)
                .writeLong(first)
                .writeShort(lengths)
                .writeByte(1)
                .writeByte(1)
                .writeByte((int) Math.min(255, second - first))
                .writeInt(7);
        byte[] content = new byte[340];
        return writer.writeBytes(content, 0, content.length).toByteArray();
    }

    @Test
    void shouldNotAskForWhatIsMadeUpInTheSendersName() {
        Simulation simulation = group("local");
        long sender = simulation.node(0).memberId();
        InetSocketAddress from = simulation.node(0).address();
        Beacon beacon = new Beacon(false, false, true, FAR, 1, FAR, Integer.MAX_VALUE, 1_000_000, 0);
        simulation.injectMulticast(STRANGER, from, complete(data(simulation), sender), 64);
        simulation.injectMulticast(STRANGER, from, complete(TramCodec.encode(beacon), sender), 64);
        finish(simulation);
    }

    /** Newcomers would bind to it in vain, again and again. */
    @Test
    void shouldNotTakeAStrangerForTheSenderAsAHead() {
        Simulation simulation = group("local");
        long sender = simulation.node(0).memberId();
        SimNode newcomer = simulation.node(1);
        newcomer.crash();
        newcomer.restart();
        byte[] lie = complete(TramCodec.encode(hello(sender, 1)), sender);
        for (int i = 0; i < 200; i++) {
            simulation.injectMulticast(STRANGER, lie, 64);
            simulation.runFor(SECOND.dividedBy(200));
        }
        assertThat(newcomer.events(SessionEvent.RepairHeadChanged.class))
                .first()
                .satisfies(changed -> assertThat(changed.currentAddress())
                        .isEqualTo(simulation.node(0).address()));
        assertThat(newcomer.statistics().get(TramMeter.ELSEWHERE)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "reaffiliate"})
    void shouldGiveUpNothingSinceAHeadIsSaidToHaveDroppedWhatHasYetToCome(String recovery) {
        Simulation simulation = group(recovery);
        long sender = simulation.node(0).memberId();
        InetSocketAddress from = simulation.node(0).address();
        Hello hello = hello(sender, FAR);
        simulation.injectMulticast(STRANGER, from, complete(TramCodec.encode(hello), sender), 64);
        byte[] word = complete(TramCodec.encode(new UnicastHello(DisownReason.NONE, 1, FAR, Reason.NONE)), sender);
        for (int to = 1; to < STRANGER; to++) {
            simulation.injectUnicast(STRANGER, from, to, word);
        }
        finish(simulation);
    }

    /** It says hello, holds everything, and repairs nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"local", "reaffiliate"})
    void shouldLeaveAHeadThatDoesNotServe(String recovery) {
        LinkSettings link = LinkSettings.parse("delay=1ms,rate=100Mbit");
        SimulationBuilder builder = Simulation.builder(3)
                .topology(Topology.twoLevel(2, 5, link, link))
                .protocol(new TramProtocol())
                .parameters(Parameters.none().with("recovery", recovery))
                .role(1, Role.REPAIR_NODE)
                .traceLines(0);
        for (int host = 2; host <= 10; host++) {
            builder.startAt(host, SECOND.dividedBy(2));
        }
        Simulation simulation = builder.build();
        Set<Integer> repairs = Set.of(
                TramPacket.Type.RETRANSMISSION.code(),
                TramPacket.Type.UNICAST_DATA.code(),
                TramPacket.Type.NOT_REPAIRED.code());
        simulation.accessLink(1).injectUp(LinkFault.drop(d -> repairs.contains(DatagramHeader.type(d)), 1, 1));
        simulation.runFor(SECOND.multipliedBy(2));
        List<SimNode> members = simulation.nodes().stream()
                .filter(node -> node.role() == Role.RECEIVER
                        && node.statistics().get(TramMeter.HEAD_ID)
                                == simulation.node(1).memberId())
                .toList();
        assertThat(members).isNotEmpty();
        members.forEach(node -> simulation.accessLink(node.index()).impair(link.withLoss(0.03)));
        simulation.node(0).send(Workload.paced(MESSAGES, 300, 500));
        simulation.runFor(SECOND.multipliedBy(10));
        SimFlush flush = simulation.node(0).flush(SECOND.multipliedBy(20));
        simulation.runUntil(flush::isDone, SECOND.multipliedBy(21));
        assertThat(Objects.requireNonNull(flush.result()).complete()).isTrue();
        assertThat(members).allSatisfy(node -> {
            assertThat(node.delivered()).isEqualTo(MESSAGES);
            assertThat(node.reportedLost()).isZero();
            assertThat(node.statistics().get(TramMeter.HEADS_AVOIDED)).isEqualTo(1);
            assertThat(node.events(SessionEvent.RepairHeadChanged.class)).anySatisfy(event -> {
                assertThat(event.cause()).isEqualTo(EventCause.NOT_IN_TIME);
                assertThat(event.reason()).contains("in vain");
            });
        });
    }

    /** A hundred members a second that nobody is: one that comes finds its place, and the stream goes on and ends as ever. */
    @Test
    void shouldTakeAGenuineMemberAmongMadeUpOnes() {
        Simulation simulation = group("local");
        long sender = simulation.node(0).memberId();
        for (int i = 0; i < 500; i++) {
            HeadBind bind = new HeadBind(false, 255, MemberRole.MEMBER_ONLY, TreePlace.NONE, 0, 1, 1, sender, 1, i);
            InetSocketAddress from = new InetSocketAddress("192.0.2." + (1 + i % 200), 4_000 + i);
            simulation.injectUnicast(STRANGER, from, 0, complete(TramCodec.encode(bind), 10_000 + i));
            simulation.runFor(SECOND.dividedBy(100));
            if (i == 300) {
                simulation.node(3).crash();
            }
            if (i == 350) {
                simulation.node(3).restart();
            }
        }
        assertThat(simulation.node(0).receiverCount()).isEqualTo(3);
        assertThat(simulation.node(0).events(SessionEvent.MemberJoined.class))
                .allMatch(event -> event.memberId() < 10_000);
        SimFlush flush = simulation.node(0).flush(SECOND.multipliedBy(5));
        simulation.runUntil(flush::isDone, SECOND.multipliedBy(6));
        assertThat(Objects.requireNonNull(flush.result()).complete()).isTrue();
        assertThat(simulation.node(1).delivered()).isEqualTo(MESSAGES);
        assertThat(simulation.node(3).statistics().get(TramMeter.HEAD_ID)).isEqualTo(sender);
        simulation.node(0).close(SECOND.multipliedBy(10));
        assertThat(simulation.runUntil(() -> simulation.node(0).closeResult() != null, SECOND.multipliedBy(3)))
                .as("the end waits for nobody who is not there")
                .isTrue();
    }

    /** In the sender's name; it holds what comes from {@code low} on. */
    private static Hello hello(long sender, long low) {
        return new Hello(
                64,
                HeadState.ACCEPTING_MEMBERS,
                MemberRole.EAGER_HEAD,
                new TreePlace(1, 1),
                3,
                sender,
                low,
                FAR,
                List.of());
    }

    /** A packet far ahead of the stream. */
    private static byte[] data(Simulation simulation) {
        Data header = new Data(
                TramPacket.Type.DATA,
                false,
                simulation.node(0).memberId(),
                FAR,
                FAR,
                1,
                1_000_000,
                0,
                64,
                0,
                new byte[0]);
        WireWriter writer = TramCodec.beginData(header, new WireWriter(128));
        return writer.writeByte(3).writeShort(1).writeByte(7).toByteArray();
    }

    private static byte[] complete(byte[] packet, long memberId) {
        return DatagramHeader.complete(packet, TramCodec.PROTOCOL, SESSION, memberId, 1);
    }

    /** Everybody gets everything as if nothing had been, and what was said was counted by each. */
    private static void finish(Simulation simulation) {
        finishUndisturbed(simulation);
        for (SimNode node : simulation.nodes().subList(1, STRANGER)) {
            assertThat(node.statistics().get(TramMeter.CONTRADICTIONS)).isPositive();
        }
    }

    private static void finishUndisturbed(Simulation simulation) {
        simulation.runFor(SECOND.multipliedBy(2));
        SimFlush flush = simulation.node(0).flush(SECOND.multipliedBy(5));
        simulation.runUntil(flush::isDone, SECOND.multipliedBy(6));
        assertThat(Objects.requireNonNull(flush.result()).complete()).isTrue();
        ToLongFunction<SimNode> asked = node -> node.statistics().get(EngineMeter.NAKS_SENT);
        for (SimNode node : simulation.nodes().subList(1, STRANGER)) {
            assertThat(node.delivered()).isEqualTo(MESSAGES);
            assertThat(node.reportedLost()).isZero();
            assertThat(asked.applyAsLong(node)).isLessThan(500);
        }
        simulation.checkComplete();
    }
}
