package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Role;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.tram.HeadSearch.State;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TramPacket.MemberSolicitation;
import org.rmcast.tram.wire.TreePlace;

/** A receiver that is new to a stream, where others look for heads, too; where chance has a say, it is the middle. */
class JoiningCrowdTest {
    private final TramConfig config = TramConfig.defaults();
    private final SearchStub node = new SearchStub();
    private final RecordingActions actions = new RecordingActions();
    private TramContext context = Parts.context(config, Role.RECEIVER);
    private HeadSearch search = new HeadSearch(context, node);
    private long nowNanos;

    @Test
    void shouldListenForAMomentBeforeItAsks() {
        search.begin(0, 0, actions);
        assertThat(actions.sent()).isEmpty();
        assertThat(search.nextDeadlineNanos()).isBetween(1L, config.solicitationIntervalNanos / 4);
        onDeadline();
        assertThat(Parts.last(actions)).isInstanceOf(MemberSolicitation.class);
        assertThat(search.nextDeadlineNanos() - nowNanos).isEqualTo(config.solicitationIntervalNanos);
    }

    /** Offers go to the group. With a scope of 0 all are on one host. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 32})
    void shouldRelyOnAnotherThatAsks(int widest) {
        searchWithin(widest);
        search.begin(0, 0, actions);
        hearAnotherAsk(Math.min(1, widest), false);
        onDeadline();
        assertThat(actions.sent()).isEmpty();
        hearAnOffer();
        onDeadline();
        assertThat(Parts.last(actions)).isInstanceOf(HeadBind.class);
    }

    /** A head may hear this node and not the other. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 32})
    void shouldAskItselfAfterItHasReliedOnOthersTwice(int widest) {
        searchWithin(widest);
        search.begin(0, 0, actions);
        for (int round = 1; round <= 3; round++) {
            assertThat(actions.sent()).as("before round %d", round).isEmpty();
            hearAnotherAsk(widest, true);
            onDeadline();
        }
        assertThat(actions.sent()).hasSize(1);
    }

    @Test
    void shouldNotRelyOnWhoAsksForLess() {
        search.begin(0, 0, actions);
        onDeadline();
        hearAnotherAsk(8, false);
        onDeadline();
        assertThat(actions.sent()).as("in a scope of 9").hasSize(2);
        searchWithin(1);
        actions.clear();
        search.begin(0, 0, actions);
        onDeadline();
        hearAnotherAsk(1, false);
        onDeadline();
        assertThat(actions.sent()).as("in vain before, unlike the other").hasSize(2);
    }

    @Test
    void shouldAskAtOnceIfItWantsWhatItMissed() {
        node.wanted = 7;
        askAtOnce();
    }

    @Test
    void shouldAskAtOnceIfItHasMembers() {
        node.placeToKeep = new TreePlace(1, 3);
        askAtOnce();
    }

    private void askAtOnce() {
        search.begin(0, 0, actions);
        assertThat(actions.sent()).hasSize(1);
        hearAnotherAsk(32, true);
        onDeadline();
        assertThat(actions.sent()).hasSize(2);
    }

    @Test
    void shouldAskMoreRarelyTheMoreOftenAllOfTheScopeWasSearchedInVain() {
        searchWithin(1);
        search.begin(0, 0, actions);
        onDeadline();
        long interval = config.solicitationIntervalNanos;
        for (long expected : new long[] {interval, 2 * interval, 4 * interval, 4 * interval}) {
            assertThat(search.nextDeadlineNanos() - nowNanos).isEqualTo(expected);
            onDeadline();
        }
    }

    /** The sooner the first one of them asks the more there are. */
    @Test
    void shouldTakeItsTimeInACrowd() {
        long interval = config.solicitationIntervalNanos;
        assertThat(waitWhereAnotherAsksAt(interval / 4 * 9 / 10)).isLessThan(interval + interval / 100);
        searchWithin(32);
        assertThat(waitWhereAnotherAsksAt(0)).isEqualTo(interval + 50_000_000L);
    }

    private long waitWhereAnotherAsksAt(long nanos) {
        search.begin(0, 0, actions);
        search.onSolicitation(solicitation(1, false), nanos);
        onDeadline();
        assertThat(search.state()).isEqualTo(State.SOLICITING);
        return search.nextDeadlineNanos() - nowNanos;
    }

    private void searchWithin(int widest) {
        context = Parts.context(config, Role.RECEIVER, Parts.SELF, widest);
        search = new HeadSearch(context, node);
        nowNanos = 0;
    }

    private void hearAnotherAsk(int ttl, boolean urgent) {
        search.onSolicitation(solicitation(ttl, urgent), nowNanos);
    }

    private static MemberSolicitation solicitation(int ttl, boolean urgent) {
        return new MemberSolicitation(urgent, ttl, MemberRole.RELUCTANT_HEAD, TreePlace.NONE, Parts.SOURCE, 0);
    }

    private void hearAnOffer() {
        context.addresses.prove(Parts.address(1));
        search.candidates()
                .onAdvertisement(
                        Parts.address(1),
                        1,
                        HeadCandidatesTest.said(1, 2, HeadState.ACCEPTING_MEMBERS, Parts.SOURCE),
                        nowNanos);
    }

    private void onDeadline() {
        nowNanos = search.nextDeadlineNanos();
        search.onDeadline(nowNanos, actions);
    }
}
