package org.rmcast.core.observe;

import java.nio.file.Path;
import java.util.Locale;
import org.rmcast.api.Channel;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.text.MemberText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Writes a session's events to the log: INFO for its life and who serves whom, WARN for what needs a human, DEBUG for the rest.
 * At most {@value #WARNINGS_PER_PERIOD} warnings and {@value #NEWS_PER_PERIOD} lines of INFO in 10 seconds, since strangers can
 * bring about many events. One thread at a time.
 */
public final class EventLog {
    private static final Logger LOG = LoggerFactory.getLogger(EventLog.class);
    private static final long PERIOD_NANOS = 10_000_000_000L;
    private static final int WARNINGS_PER_PERIOD = 10;
    private static final int NEWS_PER_PERIOD = 100;

    private final String session;
    private final LineLimit warnings = new LineLimit(WARNINGS_PER_PERIOD, PERIOD_NANOS);
    private final LineLimit news = new LineLimit(NEWS_PER_PERIOD, PERIOD_NANOS);

    /** Makes the log of one session. */
    public EventLog(Channel channel, Role role, long memberId) {
        this.session = channel.name() + '/' + role.name().toLowerCase(Locale.ROOT) + '/' + MemberText.of(memberId);
    }

    /** The session was opened. */
    public void opened(String detail) {
        LOG.info("[{}] opened: {}", session, detail);
    }

    /** A sender goes on with a session that an earlier process began. */
    public void resumed(Path storage, long firstMessage) {
        LOG.info("[{}] resumed at message {} from storage {}", session, firstMessage, storage);
    }

    /** The session has ended in good order, or was aborted. */
    public void ended(String how) {
        LOG.info("[{}] {}", session, how);
    }

    /** Writes an event down. */
    public void onEvent(SessionEvent event, long nowNanos) {
        if (event instanceof SessionEvent.SessionFailed failed) {
            LOG.error("[{}] failed: {}", session, failed.reason());
        } else if (needsHuman(event)) {
            write(Level.WARN, event, warnings, "warnings", nowNanos);
        } else if (event instanceof SessionEvent.Congestion || event instanceof SessionEvent.ViewChanged) {
            LOG.debug("[{}] {}", session, event);
        } else {
            write(Level.INFO, event, news, "events", nowNanos);
        }
    }

    private static boolean needsHuman(SessionEvent event) {
        return event instanceof SessionEvent.MessagesLost
                || event instanceof SessionEvent.MemberPruned
                || event instanceof SessionEvent.MemberFailed
                || event instanceof SessionEvent.StorageTrouble
                || event instanceof SessionEvent.SenderLost
                || event instanceof SessionEvent.SendersNotFollowed
                || event instanceof SessionEvent.NoRepairHead
                || event instanceof SessionEvent.ReceptionStalled
                || event instanceof SessionEvent.ReceiversLost
                || event instanceof SessionEvent.OtherVersion
                || event instanceof SessionEvent.LongDatagrams
                || event instanceof SessionEvent.OtherStream
                || event instanceof SessionEvent.NetworkTrouble
                || event instanceof SessionEvent.TwinHeard;
    }

    private void write(Level level, SessionEvent event, LineLimit limit, String lines, long nowNanos) {
        boolean allowed = limit.allows(nowNanos);
        long leftOut = limit.takeLeftOut();
        if (leftOut > 0) {
            LOG.atLevel(level).log("[{}] {} {} were left out", session, leftOut, lines);
        }
        if (allowed) {
            LOG.atLevel(level).log("[{}] {}", session, event);
        }
    }
}
