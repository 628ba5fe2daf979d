package org.rmcast.cli.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionEvent;

class ReceptionTest {
    private static final InetSocketAddress ADDRESS = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7000);

    private final Reception reception = new Reception();

    @Test
    void shouldEndWithTheStream() throws Exception {
        assertThat(reception.isOver()).isFalse();
        reception.onEvent(new SessionEvent.StreamEnded(1));
        assertThat(reception.isOver()).isTrue();
        assertThat(reception.await()).isEqualTo(new Reception.End(Reception.Ending.ENDED, EventCause.STREAM_ENDED, ""));
        assertThat(reception.lossSummary()).isEmpty();
    }

    @Test
    void shouldEndWithTheSenderOrTheSession() throws Exception {
        reception.onEvent(new SessionEvent.SenderLost(1, EventCause.SILENT, "silent for 30 s"));
        reception.onEvent(new SessionEvent.StreamEnded(1));
        assertThat(reception.await())
                .isEqualTo(new Reception.End(Reception.Ending.SENDER_LOST, EventCause.SILENT, "silent for 30 s"));
        Reception failed = new Reception();
        failed.onEvent(new SessionEvent.SessionFailed(EventCause.PROTOCOL_FAILED, "broken"));
        assertThat(failed.await())
                .isEqualTo(new Reception.End(Reception.Ending.FAILED, EventCause.PROTOCOL_FAILED, "broken"));
    }

    @Test
    void shouldEndWithTheApplication() {
        reception.fail(new IOException("No space left on device"));
        assertThat(reception.isOver()).isTrue();
        assertThatIOException().isThrownBy(reception::await).withMessage("No space left on device");
    }

    @Test
    void shouldNotEndOnOtherEvents() {
        reception.onEvent(new SessionEvent.MemberPruned(1, ADDRESS, EventCause.TOO_SLOW, "slow"));
        reception.onEvent(new SessionEvent.RepairHeadChanged(1, ADDRESS, 0, null, EventCause.SILENT, "silent"));
        assertThat(reception.isOver()).isFalse();
    }

    @Test
    void shouldWaitForASender() throws Exception {
        assertThat(reception.awaitSender(Duration.ofMillis(1))).isFalse();
        reception.onEvent(new SessionEvent.SenderFound(1, ADDRESS));
        assertThat(reception.awaitSender(Duration.ofMillis(1))).isTrue();
    }

    @Test
    void shouldSumUpLosses() {
        reception.onEvent(new SessionEvent.MessagesLost(1, 7, 8, EventCause.NOT_HELD, "late"));
        assertThat(reception.lossSummary()).isEqualTo("1 message lost, first message 7 (late)");
        reception.onEvent(new SessionEvent.MessagesLost(1, 20, 30, EventCause.NOT_HELD, "later"));
        assertThat(reception.lostMessages()).isEqualTo(11);
        assertThat(reception.lossSummary()).isEqualTo("11 messages lost, first message 7 (late)");
        assertThat(reception.lostRanges()).hasSize(2);
        Reception range = new Reception();
        range.onEvent(new SessionEvent.MessagesLost(1, 20, 30, EventCause.NOT_HELD, "late"));
        assertThat(range.lossSummary()).isEqualTo("10 messages lost, first messages 20 to 29 (late)");
    }

    @Test
    void shouldLetAnObserverHearEventsFirst() {
        List<SessionEvent> heard = new ArrayList<>();
        Reception observed = new Reception(heard::add);
        observed.onEvent(new SessionEvent.StreamEnded(1));
        assertThat(heard).containsExactly(new SessionEvent.StreamEnded(1));
    }
}
