package org.rmcast.core.observe;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.rmcast.core.channel.Channel;
import org.rmcast.core.engine.EngineMeter;
import org.rmcast.core.engine.Role;

/**
 * Binds every {@link SessionMeter} of one session. Values are read from a snapshot, so that a scrape asks the session
 * about once. Thread safe.
 */
public final class SessionMeters implements MeterBinder, AutoCloseable {
    private final Supplier<? extends SessionFigures> figures;
    private final Tags tags;
    private final List<Registered> registered = new ArrayList<>();

    private record Registered(MeterRegistry registry, Meter meter) {}

    /**
     * Makes the binder of one session.
     *
     * @param figures gives a snapshot, cheaply
     */
    public SessionMeters(Channel channel, Role role, Supplier<? extends SessionFigures> figures) {
        this.figures = figures;
        this.tags = Tags.of(
                "channel", channel.name(),
                "protocol", channel.protocol(),
                "role", role.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        for (SessionMeter meter : SessionMeter.values()) {
            bind(meter, meter.extraTags(), meter::value, registry);
        }
        for (EngineMeter meter : EngineMeter.values()) {
            bind(meter, Tags.empty(), now -> now.engine().get(meter), registry);
        }
    }

    /** All that a session has in a JSON document: its own, then its engine's; those with a meter name are in registries too. */
    public static List<org.rmcast.core.engine.Meter> declared() {
        List<org.rmcast.core.engine.Meter> all = new ArrayList<>(List.of(SessionMeter.values()));
        all.addAll(List.of(EngineMeter.values()));
        return all;
    }

    /** Removes the meters from the registries that they were bound to. */
    @Override
    public synchronized void close() {
        for (Registered entry : registered) {
            entry.registry().remove(entry.meter());
            entry.meter().close();
        }
        registered.clear();
    }

    private void bind(
            org.rmcast.core.engine.Meter meter,
            Tags extraTags,
            ToLongFunction<SessionFigures> value,
            MeterRegistry registry) {
        if (meter.meterName().isEmpty()) {
            return;
        }
        Tags all = tags.and(extraTags);
        Meter bound = switch (meter.kind()) {
            case COUNTER ->
                FunctionCounter.builder(meter.meterName(), figures, source -> value.applyAsLong(source.get()))
                        .tags(all)
                        .baseUnit(meter.unit())
                        .register(registry);
            case GAUGE ->
                Gauge.builder(meter.meterName(), figures, source -> value.applyAsLong(source.get()))
                        .tags(all)
                        .baseUnit(meter.unit())
                        .register(registry);
        };
        registered.add(new Registered(registry, bound));
    }
}
