package org.rmcast.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.channel.Preset;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.Promise;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.Protocols;
import org.rmcast.core.testing.GeneratedText;
import org.rmcast.core.wire.Wire;

/** The README's table of what each protocol and preset promises, from what the protocols say of themselves. */
class PromiseTableTest {
    /** A parameter that makes so much of a difference that it has a name, and rows, of its own. */
    private record Variant(String protocol, String name, String parameter, String value) {}

    private static final List<Variant> VARIANTS = List.of(new Variant("tram", "TRAM++", "recovery", "reaffiliate"));

    @Test
    void shouldSayWhatProtocolsPromise() {
        StringBuilder table = new StringBuilder(
                "| channel | order | a receiver gets | `flush` and `close` wait for |"
                        + " a message goes to | heap at most, sender / receiver | storage | roles |\n|---|---|---|---|---|---|---|---|\n");
        for (Protocol protocol : OwnProtocols.present()) {
            rows(protocol, "", Parameters.none(), table);
            VARIANTS.stream()
                    .filter(variant -> variant.protocol.equals(protocol.name()))
                    .forEach(variant -> rows(
                            protocol,
                            ", `" + variant.parameter + "=" + variant.value + "` (" + variant.name + ")",
                            Parameters.none().with(variant.parameter, variant.value),
                            table));
        }
        GeneratedText.of(PromiseTableTest.class, "rm-lab").checkPart("README.md", "promises", table.toString());
    }

    @Test
    void shouldNameVariantsThatAreThere() {
        assertThat(VARIANTS)
                .allSatisfy(variant -> assertThat(
                                Protocols.find(variant.protocol).parameters().find(variant.parameter))
                        .isPresent());
    }

    private static void rows(Protocol protocol, String variant, Parameters parameters, StringBuilder table) {
        for (Preset preset : Preset.values()) {
            String name = preset.name().toLowerCase(Locale.ROOT);
            Configured configured = protocol.configure(parameters.with("preset", name), Wire.DEFAULT_DATAGRAM_BYTES);
            Promise promise = configured.promise();
            String[] cells = {
                "`" + protocol.name() + "`" + variant + ", preset `" + name + "`",
                order(promise.order()),
                completeness(promise.completeness()),
                flush(promise.flush()),
                destinations(promise.destinations()) + (promise.receipts() ? ", with receipts" : ""),
                bound(configured, Role.SENDER) + " / " + bound(configured, Role.RECEIVER),
                configured.supportsStorage(Role.SENDER) ? "yes" : "no",
                configured.roles().stream()
                        .sorted()
                        .map(role -> role.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                        .collect(Collectors.joining(", "))
            };
            table.append("| ").append(String.join(" | ", cells)).append(" |\n");
        }
    }

    private static String order(Promise.Order order) {
        return switch (order) {
            case FIFO -> "each sender's, as it sent";
            case CAUSAL -> "causes before effects";
            case NONE -> "none";
        };
    }

    private static String completeness(Promise.Completeness completeness) {
        return switch (completeness) {
            case ALL -> "everything, until it is told that it is out";
            case PROBABLE -> "nearly everything; each loss is reported";
            case WHILE_HELD -> "what somebody still holds; each loss is reported";
        };
    }

    private static String flush(Promise.Flush flush) {
        return switch (flush) {
            case EVERY_RECEIVER -> "every receiver that joined, or name it";
            case KNOWN_RECEIVERS -> "the receivers that the member knows, or name them";
            case NOBODY -> "nobody";
        };
    }

    private static String destinations(Promise.Destinations destinations) {
        return switch (destinations) {
            case GROUP -> "all";
            case SUBSET -> "all or some";
        };
    }

    private static String bound(Configured configured, Role role) {
        double mebibytes = configured.memoryBoundBytes(role) / (double) (1 << 20);
        return String.format(Locale.ROOT, "%.0f MiB", Math.ceil(mebibytes));
    }
}
