package org.rmcast.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.MeterSource;

/**
 * Binds every meter of one session, or of one sender or receiver of files, that has a name for registries, for as long as it is open.
 *
 * <pre>{@code
 * new SessionMeters(session).bindTo(registry);
 * }</pre>
 *
 * <p>Every meter is tagged with {@code channel}, {@code protocol}, {@code role} and {@code member}, the member's name: two sessions
 * of one channel are apart as long as their names are. Where several meters have one name they are apart by the tag {@code
 * reason}. Values are read from a snapshot, so that a scrape asks the session about once. When the session has ended the meters are
 * removed. Thread safe.
 */
public final class SessionMeters implements MeterBinder, AutoCloseable {
    private final MeterSource session;
    private final Tags tags;
    private final List<Registered> registered = new ArrayList<>();
    private boolean closed;

    private record Registered(MeterRegistry registry, Meter meter) {}

    /** Makes the binder of an open session, or of a sender or receiver of files. */
    public SessionMeters(MeterSource session) {
        this.session = Objects.requireNonNull(session, "session");
        this.tags = Tags.of(
                "channel", session.channel().name(),
                "protocol", session.channel().protocol(),
                "role", session.role().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                "member", session.memberName());
        session.closed().whenComplete((done, failure) -> close());
    }

    /** Adds the session's meters to a registry; nothing if the session has ended. */
    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        if (closed) {
            return;
        }
        for (org.rmcast.api.Meter meter : session.statistics().meters()) {
            if (!meter.meterName().isEmpty()) {
                registered.add(new Registered(registry, bind(meter, registry)));
            }
        }
    }

    /** Removes the meters from the registries that they were bound to. */
    @Override
    public synchronized void close() {
        closed = true;
        for (Registered entry : registered) {
            entry.registry().remove(entry.meter());
            entry.meter().close();
        }
        registered.clear();
    }

    private Meter bind(org.rmcast.api.Meter meter, MeterRegistry registry) {
        Tags all = meter.reason().isEmpty() ? tags : tags.and("reason", meter.reason());
        return switch (meter.kind()) {
            case COUNTER ->
                FunctionCounter.builder(
                                meter.meterName(),
                                session,
                                source -> source.statistics().get(meter))
                        .tags(all)
                        .description(meter.meaning())
                        .baseUnit(baseUnit(meter.unit()))
                        .register(registry);
            case GAUGE ->
                Gauge.builder(
                                meter.meterName(),
                                session,
                                source -> source.statistics().get(meter))
                        .tags(all)
                        .description(meter.meaning())
                        .baseUnit(baseUnit(meter.unit()))
                        .register(registry);
        };
    }

    /** Registries write a base unit behind the name, where the name of what is counted stands already. */
    private static @Nullable String baseUnit(String unit) {
        return unit.startsWith("bytes") ? unit : null;
    }
}
