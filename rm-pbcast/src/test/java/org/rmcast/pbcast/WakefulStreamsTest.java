package org.rmcast.pbcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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
import org.rmcast.core.wire.WireWriter;
import org.rmcast.pbcast.wire.PbcastCodec;
import org.rmcast.pbcast.wire.PbcastPacket.Data;

/** A round of gossip costs as much as happens, not as many streams as there have been; those that rest miss nothing. */
class WakefulStreamsTest {
    private static final int STREAMS = 100;
    private static final InetSocketAddress HERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7001);

    private final RecordingActions actions = new RecordingActions();
    private final PbcastConfig config = PbcastConfig.defaults();
    private Requester requester;
    private Sources sources;
    private long nowNanos;

    @BeforeEach
    void hearOfManyStreams() throws DecodeException {
        follow(config);
        for (int sender = 10; sender < 10 + STREAMS; sender++) {
            hear(sender, 1);
        }
    }

    private void follow(PbcastConfig config) {
        EngineContext engine = new EngineContext(1, 9, Role.RECEIVER, HERE, at(0), 1, new SplittableRandom(1));
        PbcastContext context = new PbcastContext(engine, config);
        MembershipListener nobody = new MembershipListener() {
            @Override
            public void onUp(GroupMember member, long nowNanos, Actions actions) {}

            @Override
            public void onDown(GroupMember member, DownReason reason, long nowNanos, Actions actions) {}
        };
        SwimMembership membership = new SwimMembership(engine, config.membership, 1_400, nobody);
        requester = new Requester(context, new Targets(context, membership.view()), membership);
        sources = new Sources(context, requester, membership);
    }

    private static InetSocketAddress at(int sender) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 8_000 + sender);
    }

    private void hear(int sender, long sequence) throws DecodeException {
        WireWriter writer = PbcastCodec.beginData(sender, sequence, sequence - 1, 1, new WireWriter(1_400));
        MessagePacker packer = new MessagePacker(100, 1_000);
        packer.offer(new byte[10]);
        packer.writePacket(writer);
        byte[] datagram = writer.takeCopy();
        DatagramHeader.complete(datagram, PbcastCodec.PROTOCOL, 1, sender, 1);
        assertThat(sources.onData(at(sender), (Data) PbcastCodec.decode(datagram), nowNanos, actions))
                .isTrue();
    }

    private void rounds(long count) {
        for (long i = 0; i < count; i++) {
            nowNanos += config.roundNanos;
            sources.endRound(nowNanos, actions);
        }
    }

    private Source source(int sender) {
        return Objects.requireNonNull(sources.find(sender));
    }

    @Test
    void shouldRestOnceNothingIsRemembered() {
        rounds(config.keepRounds - 1);
        assertThat(sources.awake()).hasSize(STREAMS);
        rounds(config.mostLossRounds());
        assertThat(sources.awake()).isEmpty();
        assertThat(sources.areIdle()).isTrue();
        assertThat(sources.all()).hasSize(STREAMS);
        assertThat(source(10).packets()).as("what none may ask for any more").isZero();
    }

    /** What comes after a rest is held for others for as long as what came before. */
    @Test
    void shouldHoldWhatComesAfterARestAsLongAsAnything() throws DecodeException {
        rounds(2L * config.mostLossRounds());
        nowNanos += TimeUnit.SECONDS.toNanos(20);
        hear(12, 2);
        assertThat(sources.awake()).containsExactly(source(12));
        assertThat(sources.areIdle()).isFalse();
        rounds(config.keepRounds - 1);
        assertThat(source(12).packet(2)).isNotNull();
        rounds(2);
        assertThat(source(12).packet(2)).isNull();
        rounds(config.mostLossRounds());
        assertThat(sources.awake()).isEmpty();
    }

    @Test
    void shouldWakeForNewsByOthers() {
        rounds(2L * config.mostLossRounds());
        source(13).onHearsay(2, false, 1, nowNanos);
        assertThat(sources.awake()).as("what was known").isEmpty();
        source(13).onHearsay(3, false, 2, nowNanos);
        assertThat(sources.awake()).containsExactly(source(13));
        assertThat(source(13).missing()).as("what may be on its way").isEmpty();
        requester.onDue(nowNanos + config.tailDelayNanos, actions);
        assertThat(source(13).missing()).containsOnlyKeys(2L);
    }

    /** A sender that is in no view and silent for long is followed no more, also if its stream rests. */
    @Test
    void shouldWakeWhenSilenceCounts() throws DecodeException {
        rounds(2L * config.mostLossRounds());
        hear(14, 2);
        long silence = config.senderSilenceNanos / config.roundNanos - 2L * config.mostLossRounds();
        rounds(silence - 1);
        assertThat(sources.all()).hasSize(STREAMS);
        rounds(2);
        assertThat(sources.all()).containsExactly(source(14));
        rounds(2L * config.mostLossRounds());
        assertThat(sources.all()).isEmpty();
        assertThat(sources.awake()).isEmpty();
    }

    /** Found by seed 1773 of the survey of FAULTS: a sender's flush must not confirm what was lost before. */
    @Test
    void shouldRememberWhatWasLostOfAStreamThatWasSetAside() throws DecodeException {
        follow(config.with("maxSenders", 1));
        hear(10, 1);
        hear(10, 3);
        rounds(2L * config.mostLossRounds());
        assertThat(source(10).lostLimit()).isEqualTo(3);
        hear(11, 1);
        assertThat(sources.find(10)).isNull();
        rounds(2L * config.mostLossRounds());
        hear(10, 4);
        assertThat(source(10).lostLimit()).isEqualTo(3);
    }
}
