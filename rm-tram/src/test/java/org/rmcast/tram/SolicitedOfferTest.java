package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.tram.wire.TramPacket.HeadAdvertisement;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.LanState;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TramPacket.MemberSolicitation;
import org.rmcast.tram.wire.TreePlace;

/** A repair node, and others, hear those who look for a head; where chance has a say, it is the middle. */
class SolicitedOfferTest {
    private static final int TTL = 4;

    private final TramConfig config = TramConfig.defaults().with("maxMembers", 10);
    private final long window = config.solicitationIntervalNanos / 2;
    private final SolicitedOffer offer = new SolicitedOffer(Parts.context(config, Role.REPAIR_NODE));

    @Test
    void shouldOfferItselfOnceForAllWhoLook() {
        seek(1, 2, 0, TreePlace.NONE);
        seek(2, 8, 0, TreePlace.NONE);
        long due = offer.nextDeadlineNanos();
        assertThat(due).isEqualTo(window / 4);
        assertThat(offer.isDue(due - 1)).isFalse();
        assertThat(offer.isDue(due)).isTrue();
        assertThat(offer.ttl()).as("of the farther one").isEqualTo(8);
        assertThat(offer.seeker()).isEqualTo(Parts.address(2));
        assertThat(offer.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
        assertThat(offer.isDue(2 * due)).isFalse();
    }

    @Test
    void shouldOfferItselfLaterWhereItIsNotThereToRepairUnlessSomebodyLookedInVain() {
        SolicitedOffer receivers = new SolicitedOffer(Parts.context(config, Role.RECEIVER));
        receivers.onSolicitation(Parts.address(1), looking(false, TTL, 0, TreePlace.NONE), 0);
        // Of the times of many the middle one is 93 % of the longest.
        assertThat(receivers.nextDeadlineNanos()).isCloseTo((long) (window * 0.966), within(window / 1_000));
        receivers.isDue(window);
        receivers.onSolicitation(Parts.address(1), looking(true, TTL, 0, TreePlace.NONE), 10 * window);
        assertThat(receivers.nextDeadlineNanos() - 10 * window)
                .isCloseTo((long) (window * 0.932), within(window / 1_000));
    }

    /** Of receivers there may be ten thousand: a few are to be first, and the others to hear them. */
    @Test
    void shouldSpreadTheOffersOfManyReceiversSoThatFewAreFirst() {
        SplittableRandom random = new SplittableRandom(1);
        double[] shares = DoubleStream.generate(() -> CrowdDelay.share(random))
                .limit(10_000)
                .sorted()
                .toArray();
        assertThat(shares[0]).isBetween(0.0, 0.3);
        assertThat(shares[20]).as("more than a fiftieth later").isGreaterThan(shares[0] + 0.02);
        assertThat(shares[9_999]).isBetween(0.99, 1.0);
    }

    @Test
    void shouldCountAHeadThatRefersAsOneWithRoom() {
        seek(1, TTL, 0, TreePlace.NONE);
        for (int host = 1; host <= 3; host++) {
            hear(host, host, 10, TTL, 1, HeadState.REFERRING);
        }
        assertThat(isOffered()).isFalse();
    }

    @Test
    void shouldNotOfferItselfMoreOftenHoweverManyLook() {
        seek(1, TTL, 0, TreePlace.NONE);
        assertThat(offer.isDue(window)).isTrue();
        seekAt(window + 1);
        assertThat(offer.nextDeadlineNanos()).isEqualTo(2 * window);
    }

    @Test
    void shouldKeepSilentWhereOthersHavePlacesEnough() {
        seek(1, TTL, 0, TreePlace.NONE);
        for (int host = 1; host <= 3; host++) {
            hear(host, host, 9, TTL, 1);
        }
        assertThat(isOffered()).isFalse();
        seekAt(10 * window);
        assertThat(offer.isDue(11 * window))
                .as("of those who look now nobody has heard")
                .isTrue();
    }

    @Test
    void shouldOfferItselfWhereOthersHaveTooFewPlaces() {
        for (int seeker = 1; seeker <= 16; seeker++) {
            seek(seeker, TTL, 0, TreePlace.NONE);
        }
        hear(1, 1, 0, TTL, 1);
        hear(2, 2, 0, TTL, 1);
        hear(3, 3, 0, TTL, 1);
        assertThat(isOffered()).as("30 places for 16").isTrue();
    }

    /** Whoever makes up names at one host silences nobody. */
    @Test
    void shouldCountTheOffersOfOneHostOnce() {
        seek(1, TTL, 0, TreePlace.NONE);
        for (int port = 1; port <= 100; port++) {
            hear(1, port, 0, TTL, 1);
        }
        assertThat(isOffered()).isTrue();
    }

    @Test
    void shouldNotCountOffersThatAreOfNoUse() {
        seek(1, TTL, 50, TreePlace.NONE);
        for (int host = 1; host <= 10; host++) {
            hear(host, host, 0, TTL - 1, 1);
            hear(10 + host, host, 0, TTL, 51);
            hear(20 + host, host, 10, TTL, 1);
        }
        assertThat(isOffered()).isTrue();
    }

    @Test
    void shouldOfferItselfToWhoHasMembersOfItsOwn() {
        seek(1, TTL, 0, new TreePlace(7, 3));
        for (int host = 1; host <= 10; host++) {
            hear(host, host, 0, TTL, 1);
        }
        assertThat(isOffered()).isTrue();
    }

    private boolean isOffered() {
        return offer.isDue(offer.nextDeadlineNanos());
    }

    private void seek(int member, int ttl, long wanted, TreePlace place) {
        offer.onSolicitation(Parts.address(member), looking(false, ttl, wanted, place), 0);
    }

    private void seekAt(long nowNanos) {
        offer.onSolicitation(Parts.address(1), looking(false, TTL, 0, TreePlace.NONE), nowNanos);
    }

    private static MemberSolicitation looking(boolean urgent, int ttl, long wanted, TreePlace place) {
        return new MemberSolicitation(urgent, ttl, MemberRole.MEMBER_ONLY, place, Parts.SOURCE, wanted);
    }

    private void hear(int host, int port, int members, int ttl, long low) {
        hear(host, port, members, ttl, low, HeadState.ACCEPTING_MEMBERS);
    }

    private void hear(int host, int port, int members, int ttl, long low, HeadState state) {
        InetSocketAddress from = new InetSocketAddress("192.0.2." + host, port);
        HeadAdvertisement said = new HeadAdvertisement(
                false,
                ttl,
                state,
                MemberRole.EAGER_HEAD,
                LanState.NONE,
                new TreePlace(1, 2),
                members,
                10,
                Parts.SOURCE,
                low);
        offer.onOffer(from, said);
    }
}
