package org.rmcast.core.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.rmcast.api.FlushResult.Laggard;
import org.rmcast.api.Role;

class PresentReceiversTest {
    private static final long SENT = 100;

    private final PresentReceivers receivers = new PresentReceivers();

    private static PresentMember member(long id, Role role) {
        return new PresentMember(id, new InetSocketAddress("10.0.0." + id, 4_000), role, true);
    }

    private long says(long id, long next, boolean knowsEnd) {
        return receivers.onPosition(id, next, 0, 0, knowsEnd, SENT);
    }

    private long loses(long id, long next, long lostLimit, long lostPackets) {
        return receivers.onPosition(id, next, lostLimit, lostPackets, false, SENT);
    }

    @Test
    void shouldWaitForThoseWhoReceive() {
        receivers.add(member(1, Role.RECEIVER));
        receivers.add(member(2, Role.PEER));
        receivers.add(member(3, Role.SENDER));
        assertThat(receivers.count()).isEqualTo(2);
        assertThat(receivers.isSettled(SENT, 0)).isFalse();
        says(1, SENT, true);
        says(2, 40, false);
        assertThat(receivers.confirmed()).isEqualTo(40);
        assertThat(receivers.behind(SENT)).extracting(Laggard::memberId).containsExactly(2L);
        assertThat(receivers.allKnowEnd()).isFalse();
        says(2, SENT, true);
        assertThat(receivers.isSettled(SENT, 0)).isTrue();
        assertThat(receivers.allKnowEnd()).isTrue();
    }

    @Test
    void shouldCountThoseWhoHaveSaidWhereTheyAre() {
        receivers.add(member(1, Role.RECEIVER));
        receivers.add(member(2, Role.RECEIVER));
        assertThat(receivers.placed()).isZero();
        says(1, 10, false);
        says(1, 20, false);
        says(2, SENT + 1, false);
        assertThat(receivers.placed()).as("not who says what cannot be").isEqualTo(1);
        says(2, 10, false);
        assertThat(receivers.placed()).isEqualTo(2);
        receivers.add(member(2, Role.RECEIVER));
        assertThat(receivers.placed()).as("not who has come again").isEqualTo(1);
        receivers.remove(1);
        assertThat(receivers.placed()).isZero();
    }

    @Test
    void shouldTellOnceOfALoss() {
        receivers.add(member(1, Role.RECEIVER));
        assertThat(loses(1, 20, 10, 1)).isEqualTo(9);
        assertThat(loses(1, 30, 10, 1)).isZero();
        assertThat(loses(9, 30, 25, 2)).isZero();
    }

    @Test
    void shouldTellOfALossBelowOneThatIsKnown() {
        receivers.add(member(1, Role.RECEIVER));
        loses(1, 20, 60, 1);
        assertThat(loses(1, 40, 60, 2)).isEqualTo(20);
    }

    @Test
    void shouldTellFromWhereTheFirstOfSeveralLossesCanBe() {
        receivers.add(member(1, Role.RECEIVER));
        loses(1, 20, 10, 1);
        assertThat(loses(1, SENT, 90, 3)).isEqualTo(20);
    }

    @Test
    void shouldNotBelieveWhatWasNotSent() {
        receivers.add(member(1, Role.RECEIVER));
        says(1, SENT + 1, true);
        assertThat(receivers.isSettled(SENT, 0)).isFalse();
        assertThat(receivers.allKnowEnd()).isFalse();
    }

    @Test
    void shouldNotWaitForWhoIsGone() {
        receivers.add(member(1, Role.RECEIVER));
        assertThat(receivers.remove(1)).isNotNull();
        assertThat(receivers.remove(1)).isNull();
        assertThat(receivers.isSettled(SENT, 0)).isTrue();
        assertThat(receivers.slowest()).isNull();
    }
}
