package org.rmcast.core.session;

import java.util.ArrayList;
import java.util.List;
import org.rmcast.api.MemberStatistics;
import org.rmcast.api.Meter;
import org.rmcast.api.SendState;
import org.rmcast.api.SessionMeter;
import org.rmcast.api.SessionStatistics;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.KnownMember;
import org.rmcast.core.engine.MeterValues;

/** A snapshot of a session's meters and those of its engine. */
final class TakenStatistics implements SessionStatistics {
    private final MeterValues<SessionMeter> session;
    private final EngineStatistics engine;
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
        this.session = session.copy();
        this.engine = engine;
        this.known = known;
        this.sendState = sendState;
        this.takenNanos = takenNanos;
    }

    @Override
    public List<Meter> meters() {
        List<Meter> all = new ArrayList<>(session.meters());
        all.addAll(engine.meters());
        return all;
    }

    @Override
    public long get(Meter meter) {
        return meter instanceof SessionMeter own ? session.get(own) : engine.get(meter);
    }

    @Override
    public List<? extends MemberStatistics> members() {
        return engine.members();
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

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("SessionStatistics[");
        for (SessionMeter meter : session.meters()) {
            text.append(meter.figure()).append('=').append(get(meter)).append(", ");
        }
        return text.append(engine).append(']').toString();
    }
}
