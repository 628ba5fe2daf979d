package org.rmcast.core.session;

import java.util.List;
import org.rmcast.api.MemberStatistics;
import org.rmcast.api.SendState;
import org.rmcast.api.SessionMeter;
import org.rmcast.api.SessionStatistics;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.KnownMember;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.runtime.RunnerReadings;

/** A snapshot of a session's meters and those of its engine. */
final class TakenStatistics extends RunnerReadings implements SessionStatistics {
    private final List<? extends KnownMember> known;
    private final SendState sendState;
    private final long takenNanos;

    /** @param known the other members that are known; stays as it is */
    TakenStatistics(
            MeterValues<SessionMeter> session,
            EngineStatistics engine,
            List<? extends KnownMember> known,
            SendState sendState,
            long takenNanos) {
        super(session, engine);
        this.known = known;
        this.sendState = sendState;
        this.takenNanos = takenNanos;
    }

    @Override
    public List<? extends MemberStatistics> members() {
        return engine().members();
    }

    /** The other members that are known. */
    List<? extends KnownMember> known() {
        return known;
    }

    @Override
    public SendState sendState() {
        return sendState;
    }

    @Override
    public long takenNanos() {
        return takenNanos;
    }
}
