package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.api.EventCause;
import org.rmcast.api.Role;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.tram.HeadSearch.State;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.MemberSolicitation;
import org.rmcast.tram.wire.TramPacket.RejectMember;
import org.rmcast.tram.wire.TramPacket.RejectReason;
import org.rmcast.tram.wire.TreePlace;

/** A new receiver with the paper's times: it solicits each 500 ms, binds within 2 s, and its head says hello each 3 s. */
class HeadSearchTest {
    private static final InetSocketAddress ONE = Parts.address(1);
    private static final InetSocketAddress TWO = Parts.address(2);

    private final TramConfig config = TramConfig.paper();
    private final SearchStub node = new SearchStub();
    private final TramContext context = Parts.context(config, Role.RECEIVER);
    private final HeadSearch search = new HeadSearch(context, node);
    private final RecordingActions actions = new RecordingActions();

    @Test
    void shouldDoNothingBeforeThereIsAStream() {
        search.onDeadline(0, actions);
        assertThat(search.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
        assertThat(actions.sent()).isEmpty();
    }

    @Test
    void shouldListenWhereHeadsAdvertise() {
        search.begin(100, 0, actions);
        assertThat(search.state()).isEqualTo(State.LISTENING);
        assertThat(actions.sent()).isEmpty();
        hear(ONE, 1, 2);
        search.onDeadline(100, actions);
        assertThat(Parts.last(actions)).isInstanceOf(HeadBind.class);
        assertThat(actions.targets()).containsExactly(ONE);
    }

    @Test
    void shouldSolicitWithinAScopeThatGrows() {
        search.begin(0, 0, actions);
        search.onDeadline(search.nextDeadlineNanos(), actions);
        search.onDeadline(search.nextDeadlineNanos(), actions);
        assertThat(Parts.packets(actions)).allMatch(packet -> packet instanceof MemberSolicitation);
        assertThat(actions.sent()).extracting(RecordingActions.Sent::ttl).containsExactly(1, 2, 3);
    }

    @Test
    void shouldBindToTheBestThatAnswers() {
        search.begin(0, 0, actions);
        hear(ONE, 1, 3);
        hear(TWO, 2, 2);
        search.onDeadline(config.solicitationIntervalNanos - 1, actions);
        assertThat(search.state()).isEqualTo(State.SOLICITING);
        search.onDeadline(config.solicitationIntervalNanos, actions);
        assertThat(actions.targets()).containsExactly(TWO);
        assertThat(search.state()).isEqualTo(State.BINDING);
    }

    @Test
    void shouldAttachOnlyToTheOneThatItAsked() {
        bindToOne();
        search.onAccept(TWO, 2, accept(2), 0, actions);
        search.onAccept(ONE, 1, new AcceptMember(new TreePlace(1, 2), 1, 0, nonce() + 1, 0), 0, actions);
        assertThat(search.isAttached()).isFalse();
        assertThat(context.counters.get(TramMeter.UNPROVED)).isEqualTo(2);
        search.onAccept(ONE, 1, accept(2), 0, actions);
        assertThat(search.isAttached()).isTrue();
        assertThat(search.headId()).isEqualTo(1);
        assertThat(node.log).containsExactly("attached to 1");
    }

    @Test
    void shouldNotTakeAHeadThatSaysWhatCanNotBe() {
        bindToOne();
        node.possible = false;
        search.onAccept(ONE, 1, accept(2), 0, actions);
        assertThat(search.isAttached()).isFalse();
        assertThat(node.log).containsExactly("leave 1");
        assertThat(context.counters.get(TramMeter.HEADS_AVOIDED)).isEqualTo(1);
    }

    @Test
    void shouldLeaveAHeadThatDoesNotServeIt() {
        attach();
        search.onUnserved(new Reason(EventCause.NOT_IN_TIME, "in vain"), 0, actions);
        assertThat(node.log).endsWith("lost 1: in vain");
        assertThat(search.state()).isEqualTo(State.SOLICITING);
    }

    @Test
    void shouldSayOnceThatNobodyTakesIt() {
        search.begin(0, 0, actions);
        long now = 0;
        while (now < 3 * config.livenessNanos()) {
            now = search.nextDeadlineNanos();
            search.onDeadline(now, actions);
            if (now <= config.livenessNanos()) {
                assertThat(node.log).isEmpty();
            }
        }
        assertThat(node.log).singleElement().asString().contains("none found within ", "nobody has offered a place");
    }

    @Test
    void shouldSayOnceThatAllRefuseItOnAndOn() {
        search.begin(0, 0, actions);
        long now = 0;
        while (now < 3 * config.livenessNanos()) {
            hear(ONE, 1, 2, now);
            now = search.nextDeadlineNanos();
            search.onDeadline(now, actions);
            search.onReject(ONE, new RejectMember(RejectReason.FULL, 0, nonce()), now, actions);
        }
        assertThat(node.log).singleElement().asString().contains("the last answer was FULL");
    }

    @Test
    void shouldSayOnceThatNobodyAnswers() {
        search.begin(0, 0, actions);
        long now = 0;
        while (now < 3 * config.livenessNanos()) {
            hear(ONE, 1, 2, now);
            now = search.nextDeadlineNanos();
            search.onDeadline(now, actions);
        }
        assertThat(node.log).filteredOn(line -> line.contains("none found")).hasSize(1);
    }

    @Test
    void shouldRefuseAHeadThatIsNoNearerToTheSenderThanItself() {
        bindToOne();
        node.placeToKeep = new TreePlace(1, 2);
        search.onAccept(ONE, 1, accept(2), 0, actions);
        assertThat(search.isAttached()).isFalse();
        assertThat(node.log).containsExactly("leave 1");
    }

    @Test
    void shouldAskAgainAndThenTryAnother() {
        bindToOne();
        for (int tries = 2; tries <= config.bindRetries; tries++) {
            search.onDeadline(search.nextDeadlineNanos(), actions);
        }
        assertThat(actions.targets()).hasSize(config.bindRetries).containsOnly(ONE);
        search.onDeadline(search.nextDeadlineNanos(), actions);
        assertThat(node.log).as("its answers may have been lost").containsExactly("leave 1");
        assertThat(search.state()).isEqualTo(State.SOLICITING);
    }

    @Test
    void shouldAskAgainSoonAtFirstAndLaterEachTime() {
        TramConfig defaults = TramConfig.defaults();
        TramContext receiver = Parts.context(defaults, Role.RECEIVER);
        receiver.addresses.prove(ONE);
        HeadSearch quick = new HeadSearch(receiver, node);
        quick.candidates()
                .onAdvertisement(ONE, 1, HeadCandidatesTest.said(4, 2, HeadState.ACCEPTING_MEMBERS, Parts.SOURCE), 0);
        quick.begin(0, 0, actions);
        long now = 0;
        for (int millis : new int[] {25, 50, 100, 200, 200}) {
            assertThat(quick.nextDeadlineNanos() - now).isEqualTo(millis * 1_000_000L);
            now = quick.nextDeadlineNanos();
            quick.onDeadline(now, actions);
        }
        assertThat(actions.targets()).containsOnly(ONE);
    }

    /** It has said no more than one offer, so that one bind may go to it, which is lost. */
    @Test
    void shouldAskOneThatHasSaidTooLittleToOfferItselfAgain() {
        TramContext receiver = Parts.context(TramConfig.defaults(), Role.RECEIVER);
        receiver.addresses.heard(ONE, TramCodec.HEAD_BIND_BYTES, 0);
        HeadSearch quick = new HeadSearch(receiver, node);
        quick.candidates()
                .onAdvertisement(ONE, 1, HeadCandidatesTest.said(4, 2, HeadState.ACCEPTING_MEMBERS, Parts.SOURCE), 0);
        quick.begin(0, 0, actions);
        assertThat(Parts.last(actions)).isInstanceOf(HeadBind.class);
        assertThat(receiver.addresses.spend(ONE, TramCodec.HEAD_BIND_BYTES, 0)).isTrue();
        quick.onDeadline(quick.nextDeadlineNanos(), actions);
        assertThat(Parts.last(actions)).isInstanceOf(MemberSolicitation.class);
        long now = quick.nextDeadlineNanos() - 1;
        receiver.addresses.heard(ONE, TramCodec.HEAD_BIND_BYTES, now);
        quick.onOffer(TWO, now);
        assertThat(quick.nextDeadlineNanos()).isGreaterThan(now);
        quick.onOffer(ONE, now);
        quick.onDeadline(now, actions);
        assertThat(Parts.last(actions)).isInstanceOf(HeadBind.class);
    }

    @Test
    void shouldLookFurtherWhenItIsRejected() {
        bindToOne();
        hear(TWO, 2, 2);
        search.onReject(ONE, new RejectMember(RejectReason.FULL, 0, nonce()), 0, actions);
        assertThat(actions.targets()).containsExactly(ONE, TWO);
    }

    @Test
    void shouldSayThatNobodyOffersAPlace() {
        search.begin(0, 0, actions);
        searchOn();
        assertThat(node.noHead).isEqualTo(EventCause.NO_OFFER);
    }

    @ParameterizedTest
    @CsvSource({
        "FULL, NO_PLACE",
        "NOT_LAN_HEAD, NO_PLACE",
        "LEVEL, WOULD_LOOP",
        "RESIGNING, HEAD_LEFT",
        "NOT_ATTACHED, CUT_OFF",
        "DATA_GONE, NOT_HELD",
        "HELD_OFF, PRUNED"
    })
    void shouldSayWhyHeadsDoNotTakeIt(RejectReason answer, EventCause cause) {
        bindToOne();
        search.onReject(ONE, new RejectMember(answer, 0, nonce()), 0, actions);
        searchOn();
        assertThat(node.noHead).isEqualTo(cause);
    }

    private void searchOn() {
        for (int i = 0; i < 100 && node.noHead == null; i++) {
            search.onDeadline(search.nextDeadlineNanos(), actions);
        }
    }

    @Test
    void shouldMissHellosBeforeItGivesUpItsHead() {
        attach();
        for (int i = 0; i < config.missedHellos + 1; i++) {
            search.onDeadline(search.nextDeadlineNanos(), actions);
        }
        assertThat(node.log).filteredOn("hello missed"::equals).hasSize(config.missedHellos);
        assertThat(search.isAttached()).isTrue();
        search.onDeadline(search.nextDeadlineNanos(), actions);
        assertThat(search.isAttached()).isFalse();
        assertThat(node.log.get(node.log.size() - 1)).startsWith("lost 1: silent for ");
    }

    @Test
    void shouldMissMoreHellosWhereMuchIsLost() {
        attach();
        // As unlikely as one in five, three times as often: the cube root.
        node.lossShare = Math.cbrt(0.2);
        for (int i = 0; i < 3 * config.missedHellos + 1; i++) {
            search.onDeadline(search.nextDeadlineNanos(), actions);
        }
        assertThat(search.isAttached()).isTrue();
        search.onDeadline(search.nextDeadlineNanos(), actions);
        assertThat(search.isAttached()).isFalse();
    }

    @Test
    void shouldBeOutOfTouchWithAHeadOfWhichTwoHellosWereMissed() {
        assertThat(search.isInTouch()).isFalse();
        attach();
        search.onDeadline(search.nextDeadlineNanos(), actions);
        search.onDeadline(search.nextDeadlineNanos(), actions);
        assertThat(search.isInTouch()).as("one").isTrue();
        search.onDeadline(search.nextDeadlineNanos(), actions);
        assertThat(search.isInTouch()).as("two").isFalse();
        search.onHeard(ONE, 1, search.nextDeadlineNanos());
        assertThat(search.isInTouch()).isTrue();
    }

    /** Its head is at level 2: the number of the sender's hello takes two of them, and two may be lost. */
    @Test
    void shouldBeOutOfTouchWithASenderWhoseHellosNoLongerComeDown() {
        attach();
        HeadCandidate head = Objects.requireNonNull(search.head());
        for (int looks = 0; looks < 4; looks++) {
            assertThat(search.isInTouch()).as("after %d looks", looks).isTrue();
            lookAtHead();
        }
        assertThat(search.isInTouch()).isFalse();
        assertThat(search.isAttached()).isTrue();
        head.place = new TreePlace(head.place.wave() + 1, 2);
        lookAtHead();
        assertThat(search.isInTouch()).isTrue();
    }

    private void lookAtHead() {
        search.onHeard(ONE, 1, search.nextDeadlineNanos());
        search.onDeadline(search.nextDeadlineNanos(), actions);
    }

    @Test
    void shouldTakeAnyPacketOfItsHeadForASignOfLife() {
        attach();
        for (int i = 0; i < 3 * config.missedHellos; i++) {
            search.onHeard(ONE, 1, search.nextDeadlineNanos());
            search.onDeadline(search.nextDeadlineNanos(), actions);
        }
        assertThat(node.log).containsExactly("attached to 1");
    }

    @Test
    void shouldStayAwayForAsLongAsItIsTold() {
        attach();
        actions.clear();
        search.holdOff(1_000, 0);
        assertThat(search.head()).isNull();
        search.onDeadline(999, actions);
        assertThat(actions.sent()).isEmpty();
        search.onDeadline(1_000, actions);
        assertThat(actions.sent()).hasSize(1);
    }

    @Test
    void shouldRestAfterTheStream() {
        attach();
        search.rest();
        assertThat(search.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
        assertThat(search.isAttached()).isFalse();
    }

    private void bindToOne() {
        hear(ONE, 1, 2);
        search.begin(0, 0, actions);
        assertThat(search.state()).isEqualTo(State.BINDING);
    }

    private void attach() {
        bindToOne();
        search.onAccept(ONE, 1, accept(2), 0, actions);
    }

    private void hear(InetSocketAddress from, long id, int level) {
        hear(from, id, level, 0);
    }

    private void hear(InetSocketAddress from, long id, int level, long nowNanos) {
        context.addresses.prove(from);
        search.candidates()
                .onAdvertisement(
                        from,
                        id,
                        HeadCandidatesTest.said(4, level, HeadState.ACCEPTING_MEMBERS, Parts.SOURCE),
                        nowNanos);
    }

    private AcceptMember accept(int level) {
        return new AcceptMember(new TreePlace(1, level), 1, 0, nonce(), 0);
    }

    /** What the last bind is to be answered with. */
    private long nonce() {
        return Parts.packets(actions).stream()
                .filter(HeadBind.class::isInstance)
                .mapToLong(packet -> ((HeadBind) packet).nonce())
                .reduce(0, (before, last) -> last);
    }
}
