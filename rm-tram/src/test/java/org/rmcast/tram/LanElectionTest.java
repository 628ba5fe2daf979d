package org.rmcast.tram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.testing.RecordingActions;
import org.rmcast.tram.wire.TramPacket.HeadAdvertisement;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.LanState;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TreePlace;

/** A receiver of level 2 at port 6020 stands for election; it advertises each 60 ms, for the first time after a quarter. */
class LanElectionTest {
    private final TramConfig config = TramConfig.defaults().with("lanElection", true);
    private final long round = config.solicitationIntervalNanos;
    private final LanElection lan = election(config);
    private final RecordingActions actions = new RecordingActions();

    @Test
    void shouldKeepOutOfItUnlessConfigured() {
        LanElection none = election(TramConfig.defaults());
        none.start(0);
        none.onElection(Parts.address(1), 1, said(MemberRole.EAGER_HEAD, 1), 0);
        assertThat(none.state()).isEqualTo(LanState.NONE);
        assertThat(none.nextDeadlineNanos()).isEqualTo(ProtocolEngine.NO_DEADLINE);
    }

    @Test
    void shouldBeElectedAfterThreeRoundsWithoutABetterOne() {
        lan.start(0);
        for (int i = 0; i < 3; i++) {
            lan.onDeadline(lan.nextDeadlineNanos(), actions);
            assertThat(lan.state()).isEqualTo(LanState.VOLUNTEER);
        }
        lan.onDeadline(lan.nextDeadlineNanos(), actions);
        assertThat(lan.state()).isEqualTo(LanState.LAN_HEAD);
        assertThat(lan.headId()).as("itself").isZero();
        assertThat(actions.sent()).hasSize(4).allMatch(sent -> sent.ttl() == 1);
    }

    @Test
    void shouldAdvertiseNoEarlierThanItsTime() {
        lan.start(0);
        lan.onDeadline(round / 4 - 1, actions);
        assertThat(actions.sent()).isEmpty();
        lan.onDeadline(round / 4, actions);
        assertThat(((HeadAdvertisement) Parts.last(actions)).election()).isTrue();
        assertThat(lan.nextDeadlineNanos()).isEqualTo(round / 4 + round);
    }

    @Test
    void shouldGiveWayToABetterOne() {
        lan.start(0);
        lan.onElection(Parts.address(1), 1, said(MemberRole.RELUCTANT_HEAD, 3), 0);
        assertThat(lan.state()).as("further from the sender").isEqualTo(LanState.VOLUNTEER);
        lan.onElection(Parts.address(30), 3, said(MemberRole.RELUCTANT_HEAD, 2), 0);
        assertThat(lan.state()).as("higher port").isEqualTo(LanState.VOLUNTEER);
        lan.onElection(Parts.address(1), 1, said(MemberRole.RELUCTANT_HEAD, 2), 0);
        assertThat(lan.state()).as("lower port").isEqualTo(LanState.LAN_MEMBER);
        assertThat(lan.headId()).isEqualTo(1);
    }

    @Test
    void shouldPreferTheRoleToTheLevel() {
        lan.start(0);
        lan.onElection(Parts.address(30), 3, said(MemberRole.EAGER_HEAD, 9), 0);
        assertThat(lan.headId()).isEqualTo(3);
    }

    @Test
    void shouldTakeANodeOutsideOfTheTreeForTheLast() {
        lan.start(0);
        lan.onElection(Parts.address(1), 1, said(MemberRole.RELUCTANT_HEAD, 0), 0);
        assertThat(lan.state()).isEqualTo(LanState.VOLUNTEER);
    }

    @Test
    void shouldStandAgainWhenTheElectedOneFallsSilent() {
        lan.start(0);
        lan.onElection(Parts.address(1), 1, said(MemberRole.EAGER_HEAD, 1), 0);
        lan.onElection(Parts.address(1), 1, said(MemberRole.EAGER_HEAD, 1), round);
        lan.onDeadline(round + 10 * round, actions);
        assertThat(lan.state()).isEqualTo(LanState.LAN_MEMBER);
        lan.onDeadline(round + 10 * round + round, actions);
        assertThat(lan.state()).isEqualTo(LanState.VOLUNTEER);
        assertThat(lan.headId()).isZero();
    }

    private static LanElection election(TramConfig config) {
        NodeStub node = new NodeStub();
        return new LanElection(Parts.context(config, Role.RECEIVER), new HeadMembers(config), node::position);
    }

    private static HeadAdvertisement said(MemberRole role, int level) {
        return new HeadAdvertisement(
                true, 1, HeadState.INIT, role, LanState.VOLUNTEER, new TreePlace(1, level), 0, 64, Parts.SOURCE, 0);
    }
}
