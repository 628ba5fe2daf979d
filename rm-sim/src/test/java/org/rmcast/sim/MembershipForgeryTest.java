package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Parameters;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.WireWriter;
import org.rmcast.sim.check.AmplificationWatch;
import org.rmcast.sim.check.Checks;
import org.rmcast.sim.fuzz.Forgery;

/**
 * What others say of members, in the name of nobody or of a member: who is not there does not get into views, who is there does not
 * stay out of them, and nobody is pinged since a stranger said so.
 */
class MembershipForgeryTest {
    private static final String LAN = "delay=500us,jitter=200us,loss=2%";
    private static final long SESSION = 0x5E55_1011_1213_1415L;
    private static final int TTL = 64;
    private static final int PING = 0xE0;
    private static final int JOIN = 0xE4;
    private static final int NEWS = 0xEA;
    private static final int PEER = 4;
    private static final int JOINED = 0x10;
    private static final int SUSPECT = 1;
    private static final int FAILED = 2;
    private static final int LEFT = 3;
    private static final int TOP = 1 << 30;
    private static final InetSocketAddress VICTIM = new InetSocketAddress("192.0.2.66", 4_444);

    @ParameterizedTest
    @ValueSource(ints = {300, 1_000})
    void shouldNotSeeGhosts(int joins) {
        MembershipGroup group = MembershipGroup.of(1, 3, LAN, Parameters.none());
        group.runPeriods(8);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < joins; i++) {
            InetSocketAddress madeUp = new InetSocketAddress("10.9." + i / 250 + '.' + (1 + i % 250), 4_000);
            group.simulation().injectMulticast(0, madeUp, join(1_000_000 + random.nextInt(1 << 30)), TTL);
            group.simulation().runFor(Duration.ofMillis(2));
            assertThat(group.isConverged()).as("after %d joins", i + 1).isTrue();
        }
        group.runPeriods(4);
        assertThat(group.isConverged()).isTrue();
        assertThat(group.mistakes()).isEmpty();
    }

    /** All kinds of news of somebody who is not there, from a stranger. */
    @Test
    void shouldNotPingWhomAStrangerNames() {
        AmplificationWatch victim = new AmplificationWatch(VICTIM);
        MembershipGroup group = MembershipGroup.of(MembershipGroup.builder(2, 5, LAN, Parameters.none())
                .checks(Checks.none().with(victim)));
        group.runPeriods(20);
        InetSocketAddress stranger = new InetSocketAddress("192.0.2.1", 4_000);
        for (int i = 0; i < 200; i++) {
            byte[] update = update(i % 4, 500 + i, 0, VICTIM);
            byte[] ping = ping(77, update);
            group.simulation().injectUnicast(0, stranger, i % 5, ping);
            group.simulation().injectMulticast(0, stranger, news(77, update), TTL);
            group.simulation()
                    .injectUnicast(0, stranger, i % 5, as(group.node(0).memberId(), ping));
            group.simulation().runFor(Duration.ofMillis(50));
        }
        assertThat(victim.answeredBytes()).isZero();
        assertThat(group.isConverged()).isTrue();
        assertThat(group.mistakes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "5, 2, 2s",
        "5, 3, 2s",
        "30, 2, 2s",
        "30, 3, 2s",
        "5, 2, 10m",
        "5, 3, 10m",
        "30, 2, 10m",
        "30, 3, 10m",
        "30, 1, 10m"
    })
    void shouldBeBackWithinSecondsWhateverWasSaid(int members, int kind, String failedMemory) {
        Parameters parameters = Parameters.none().with("failedMemory", failedMemory);
        for (int incarnation : new int[] {0, 7, 16, 17, TOP - 1, TOP}) {
            MembershipGroup group = MembershipGroup.of(3, members, LAN, parameters);
            group.runPeriods(20);
            SimNode about = group.node(2);
            byte[] lie = ping(group.node(1).memberId(), update(kind, about.memberId(), incarnation, about.address()));
            group.simulation().injectUnicast(1, group.node(1).address(), 0, lie);
            for (int i = 0; i < 20; i++) {
                group.simulation().runFor(Duration.ofMillis(100));
                for (SimNode node : group.simulation().nodes()) {
                    if (node != about) {
                        assertThat(group.view(node.index()).find(about.memberId()))
                                .as("at %d, incarnation %d", node.index(), incarnation)
                                .isNotNull();
                    }
                }
            }
            assertThat(group.mistakes()).isEmpty();
        }
    }

    /** A whole group is told so at once, and again and again. */
    @ParameterizedTest
    @ValueSource(ints = {FAILED, LEFT})
    void shouldNotBeExpelledByAFloodOfLies(int kind) {
        MembershipGroup group = MembershipGroup.of(4, 12, LAN, Parameters.none());
        group.runPeriods(20);
        SimNode about = group.node(2);
        for (int i = 0; i < 300; i++) {
            int incarnation = i % 2 == 0 ? i : TOP - i;
            byte[] lie = ping(group.node(1).memberId(), update(kind, about.memberId(), incarnation, about.address()));
            for (int host = 0; host < 12; host++) {
                group.simulation().injectUnicast(1, group.node(1).address(), host, lie);
            }
            group.simulation().runFor(Duration.ofMillis(20));
        }
        System.out.println("kind " + kind + ": removed by " + group.mistakes().size() + " of 300 x 12 lies");
        group.runPeriods(6);
        assertThat(group.isConverged()).isTrue();
    }

    /** The three that are left find out together, without a lie. */
    @Test
    void shouldSeeSoonThatMostOfTheGroupCrashed() {
        double slowest = 0;
        for (long seed = 0; seed < 10; seed++) {
            MembershipGroup group = MembershipGroup.of(seed, 23, LAN, Parameters.none());
            group.runPeriods(20);
            for (int host = 3; host < 23; host++) {
                group.node(host).crash();
            }
            double periods = group.periodsToConverge(60);
            slowest = Math.max(slowest, periods);
            assertThat(group.mistakes()).isEmpty();
        }
        System.out.println("20 of 23 crash: views right after " + slowest + " periods at most");
        assertThat(slowest).isLessThan(18);
    }

    private static byte[] join(long id) {
        return packet(JOIN, id, writer -> {
            writer.writeLong(id).writeByte(0).writeByte(1).writeShort(0);
            int padding = 1_200 - writer.length() - 2;
            return writer.writeShort(padding).writeBytes(new byte[padding], 0, padding);
        });
    }

    private static byte[] ping(long from, byte[] update) {
        return packet(
                PING,
                from,
                writer -> writer.writeLong(99)
                        .writeLong(1)
                        .writeLong(0)
                        .writeShort(1)
                        .writeBytes(update, 0, update.length));
    }

    private static byte[] news(long from, byte[] update) {
        return packet(NEWS, from, writer -> writer.writeShort(1).writeBytes(update, 0, update.length));
    }

    private static byte[] update(int kind, long id, int incarnation, InetSocketAddress address) {
        WireWriter writer = new WireWriter(40);
        writer.writeByte(kind << 4 | PEER).writeLong(id).writeInt(incarnation).writeAddress(address);
        if (kind == SUSPECT) {
            writer.writeLong(0);
        }
        return writer.toByteArray();
    }

    private static byte[] as(long id, byte[] datagram) {
        return Forgery.as(id, datagram);
    }

    private interface Body {
        WireWriter writeTo(WireWriter writer);
    }

    private static byte[] packet(int type, long from, Body body) {
        WireWriter writer = new WireWriter(128);
        DatagramHeader.begin(writer, type, 0);
        writer.writeByte(JOINED | PEER).writeInt(0).writeLong(0);
        return DatagramHeader.complete(
                body.writeTo(writer).toByteArray(), MembershipProtocol.WIRE_ID, SESSION, from, 1);
    }
}
