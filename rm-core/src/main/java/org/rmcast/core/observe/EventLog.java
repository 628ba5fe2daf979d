package org.rmcast.core.observe;

import java.nio.file.Path;
import java.util.Locale;
import org.rmcast.core.channel.Channel;
import org.rmcast.core.engine.Role;
import org.rmcast.core.event.SessionEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a session's events to the log: INFO for its life and who serves whom, WARN for what needs a human, at most
 * {@value #WARNINGS_PER_PERIOD} in 10 seconds, DEBUG for the rest. One thread at a time.
 */
public final class EventLog {
    private static final Logger LOG = LoggerFactory.getLogger(EventLog.class);
    private static final long PERIOD_NANOS = 10_000_000_000L;
    private static final int WARNINGS_PER_PERIOD = 10;

    private final String session;
    private long periodStartNanos;
    private int warnings;
    private long suppressed;

    /** Makes the log of one session. */
    public EventLog(Channel channel, Role role, long memberId) {
        this.session = channel.name() + '/' + role.name().toLowerCase(Locale.ROOT) + '/' + Long.toHexString(memberId);
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
            warn(event, nowNanos);
        } else if (event instanceof SessionEvent.Congestion) {
            LOG.debug("[{}] {}", session, event);
        } else {
            LOG.info("[{}] {}", session, event);
        }
    }

    private static boolean needsHuman(SessionEvent event) {
        return event instanceof SessionEvent.MessagesLost
                || event instanceof SessionEvent.MemberPruned
                || event instanceof SessionEvent.MemberFailed
                || event instanceof SessionEvent.StorageTrouble
                || event instanceof SessionEvent.SenderLost
                || event instanceof SessionEvent.NoRepairHead
                || event instanceof SessionEvent.ReceiversLost
                || event instanceof SessionEvent.OtherVersion
                || event instanceof SessionEvent.OtherStream
                || event instanceof SessionEvent.TwinHeard;
    }

    private void warn(SessionEvent event, long nowNanos) {
        if (warnings == 0 || nowNanos - periodStartNanos > PERIOD_NANOS) {
            periodStartNanos = nowNanos;
            warnings = 0;
            if (suppressed > 0) {
                LOG.warn("[{}] {} warnings were left out", session, suppressed);
                suppressed = 0;
            }
        }
        if (warnings++ < WARNINGS_PER_PERIOD) {
            LOG.warn("[{}] {}", session, event);
        } else {
            suppressed++;
        }
    }
}
