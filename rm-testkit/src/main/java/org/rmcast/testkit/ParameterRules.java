package org.rmcast.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.channel.Allowed;
import org.rmcast.core.channel.Parameter;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Preset;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.wire.Wire;

/** What holds of the parameters of any protocol. */
final class ParameterRules {
    private static final String PRESET = "preset";

    /** What a heap of 120 MiB leaves to the buffers of a protocol: four fifths of it less 15 MiB for queues. */
    private static final long SMALL_HEAP_BYTES = (120L << 20) / 5 * 4 - (15 << 20);

    /** The smallest part of the defaults that may be needed to fit there. */
    private static final int MOST_PARTS = 32;

    private ParameterRules() {}

    /** Each preset can be used, promises something, and is bounded; the defaults fit a small heap. */
    static void checkPresets(Protocol protocol) {
        for (Preset preset : Preset.values()) {
            if (preset != Preset.DEFAULTS && protocol.parameters().find(PRESET).isEmpty()) {
                continue;
            }
            Parameters parameters = preset == Preset.DEFAULTS
                    ? Parameters.none()
                    : Parameters.none().with(PRESET, preset.name().toLowerCase(Locale.ROOT));
            Configured configured = protocol.configure(parameters, Wire.DEFAULT_DATAGRAM_BYTES);
            assertThat(configured.promise()).as("what %s promises", preset).isNotNull();
            assertThat(configured.roles())
                    .as("the roles of %s", preset)
                    .isNotEmpty()
                    .anyMatch(Role::sends);
            for (Role role : configured.roles()) {
                assertThat(configured.memoryBoundBytes(role))
                        .as("the memory bound of a %s with %s", role, preset)
                        .isPositive();
            }
            assertThat(onSmallHeap(protocol, parameters))
                    .as("with %s on a small heap", preset)
                    .isLessThan(SMALL_HEAP_BYTES);
        }
    }

    /** The memory bound with as small a part of the defaults as sessions take. */
    private static long onSmallHeap(Protocol protocol, Parameters parameters) {
        long bytes = Long.MAX_VALUE;
        for (int parts = 1; parts <= MOST_PARTS && bytes >= SMALL_HEAP_BYTES; parts *= 2) {
            Configured configured = protocol.configure(
                    protocol.parameters().withPartOfHeap(parameters, parts), Wire.DEFAULT_DATAGRAM_BYTES);
            bytes = configured.roles().stream()
                    .mapToLong(configured::memoryBoundBytes)
                    .max()
                    .orElseThrow();
        }
        return bytes;
    }

    /** Every value beyond a parameter's range, and every unknown name, is refused with a message that names it. */
    static void checkRanges(Protocol protocol) {
        ParameterTable table = protocol.parameters();
        for (Parameter parameter : table.parameters()) {
            for (Object value : beyond(parameter.allowed())) {
                assertThatThrownBy(() -> configure(protocol, parameter.name(), value))
                        .as("%s = %s", parameter.name(), value)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(parameter.name());
            }
        }
        assertThatThrownBy(() -> configure(protocol, "nonesuch", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nonesuch");
    }

    private static Configured configure(Protocol protocol, String parameter, Object value) {
        return protocol.configure(Parameters.none().with(parameter, value), Wire.DEFAULT_DATAGRAM_BYTES);
    }

    /** Each parameter that is a number says what raising it does. */
    static void checkWords(ParameterTable table) {
        assertThat(table.parameters())
                .filteredOn(parameter -> parameter.allowed() instanceof Allowed.Whole
                        || parameter.allowed() instanceof Allowed.Real
                        || parameter.allowed() instanceof Allowed.Time)
                .allSatisfy(parameter -> assertThat(parameter.words().meaning()).contains("Raising it: "));
    }

    /** Values that are not allowed, as a channel could give them. */
    private static List<Object> beyond(Allowed allowed) {
        List<Object> values = new ArrayList<>();
        if (allowed instanceof Allowed.Whole whole) {
            values.add("many");
            if (whole.min() > Long.MIN_VALUE) {
                values.add(whole.min() - 1);
            }
            if (whole.max() < Long.MAX_VALUE) {
                values.add(whole.max() + 1);
            }
        } else if (allowed instanceof Allowed.Real real) {
            values.addAll(List.of("much", Math.nextDown(real.min()), Math.nextUp(real.max())));
        } else if (allowed instanceof Allowed.Time time) {
            values.addAll(List.of("soon", time.max().plus(Duration.ofNanos(1)).toString()));
            if (!time.min().isZero()) {
                values.add(time.min().minus(Duration.ofNanos(1)).toString());
            }
        } else if (allowed instanceof Allowed.Flag) {
            values.add("perhaps");
        } else if (allowed instanceof Allowed.OneOf) {
            values.add("nonesuch");
        }
        return values;
    }
}
