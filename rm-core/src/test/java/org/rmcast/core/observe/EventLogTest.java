package org.rmcast.core.observe;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Channel;
import org.rmcast.api.EventCause;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.slf4j.LoggerFactory;

class EventLogTest {
    private static final long SECOND = 1_000_000_000L;

    private final Logger logger = (Logger) LoggerFactory.getLogger(EventLog.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final EventLog log =
            new EventLog(Channel.builder("news").group("239.192.0.1").port(5000).build(), Role.RECEIVER, 0xabc);

    @BeforeEach
    void listen() {
        lines.start();
        logger.setLevel(Level.DEBUG);
        logger.setAdditive(false);
        logger.addAppender(lines);
    }

    @AfterEach
    void restore() {
        logger.detachAppender(lines);
        logger.setAdditive(true);
        logger.setLevel(null);
    }

    @Test
    void shouldUseTheLevelThatAnEventDeserves() {
        InetSocketAddress head = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        log.opened("somewhere");
        log.onEvent(new SessionEvent.RepairHeadChanged(0, null, 5, head, EventCause.JOINED, "joined"), 0);
        log.onEvent(new SessionEvent.Congestion(EventCause.RECEIVERS_BEHIND, "slower"), 0);
        log.onEvent(new SessionEvent.MemberPruned(5, head, EventCause.TOO_SLOW, "too slow"), 0);
        log.onEvent(new SessionEvent.NoRepairHead(5, EventCause.NO_OFFER, "all are full"), 0);
        log.onEvent(new SessionEvent.ReceiversLost(5, head, 3, List.of(7L), EventCause.SILENT, "silent"), 0);
        log.onEvent(new SessionEvent.SessionFailed(EventCause.PROTOCOL_FAILED, "broken"), 0);

        assertThat(levels())
                .containsExactly(Level.INFO, Level.INFO, Level.DEBUG, Level.WARN, Level.WARN, Level.WARN, Level.ERROR);
        assertThat(lines.list.get(0).getFormattedMessage()).contains("news/receiver/abc");
    }

    @Test
    void shouldLimitItsWarningsAndSayHowManyItLeftOut() {
        for (int i = 0; i < 25; i++) {
            log.onEvent(new SessionEvent.MessagesLost(1, i, i + 1, EventCause.NOT_HELD, "gone"), SECOND);
        }
        assertThat(lines.list).hasSize(10);
        log.onEvent(new SessionEvent.MessagesLost(1, 30, 31, EventCause.NOT_HELD, "gone"), 12 * SECOND);
        assertThat(lines.list).hasSize(12);
        assertThat(lines.list.get(10).getFormattedMessage()).contains("15 warnings were left out");
    }

    @Test
    void shouldLimitWhatItTellsOfOthersComingAndGoing() {
        InetSocketAddress member = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        for (int i = 0; i < 250; i++) {
            log.onEvent(new SessionEvent.MemberJoined(i, member), SECOND);
        }
        assertThat(lines.list).hasSize(100);
        log.onEvent(new SessionEvent.MessagesLost(1, 0, 1, EventCause.NOT_HELD, "gone"), SECOND);
        assertThat(levels()).as("warnings have their own limit").endsWith(Level.WARN);
        log.onEvent(new SessionEvent.MemberJoined(1, member), 12 * SECOND);
        assertThat(lines.list).hasSize(103);
        assertThat(lines.list.get(101).getFormattedMessage()).contains("150 events were left out");
    }

    private List<Level> levels() {
        return lines.list.stream().map(ILoggingEvent::getLevel).toList();
    }
}
