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
import org.rmcast.core.channel.Channel;
import org.rmcast.core.engine.MeterReadings;
import org.rmcast.core.engine.Role;

/**
 * Binds every meter of one session that has a name for registries. Values are read from a snapshot, so that a scrape asks the
 * session about once. Every meter is tagged with {@code channel}, {@code protocol} and {@code role}, and with {@code reason} where
 * several have one name. Thread safe.
 */
public final class SessionMeters implements MeterBinder, AutoCloseable {
    private final Supplier<? extends MeterReadings> readings;
    private final Tags tags;
    private final List<Registered> registered = new ArrayList<>();

    private record Registered(MeterRegistry registry, Meter meter) {}

    /**
     * Makes the binder of one session.
     *
     * @param readings gives a snapshot, cheaply; always of the same meters
     */
    public SessionMeters(Channel channel, Role role, Supplier<? extends MeterReadings> readings) {
        this.readings = readings;
        this.tags = Tags.of(
                "channel", channel.name(),
                "protocol", channel.protocol(),
                "role", role.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        for (org.rmcast.core.engine.Meter meter : readings.get().meters()) {
            if (!meter.meterName().isEmpty()) {
                registered.add(new Registered(registry, bind(meter, registry)));
            }
        }
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

    private Meter bind(org.rmcast.core.engine.Meter meter, MeterRegistry registry) {
        Tags all = meter.reason().isEmpty() ? tags : tags.and("reason", meter.reason());
        return switch (meter.kind()) {
            case COUNTER ->
                FunctionCounter.builder(
                                meter.meterName(),
                                readings,
                                source -> source.get().get(meter))
                        .tags(all)
                        .baseUnit(meter.unit())
                        .register(registry);
            case GAUGE ->
                Gauge.builder(
                                meter.meterName(),
                                readings,
                                source -> source.get().get(meter))
                        .tags(all)
                        .baseUnit(meter.unit())
                        .register(registry);
        };
    }
}
