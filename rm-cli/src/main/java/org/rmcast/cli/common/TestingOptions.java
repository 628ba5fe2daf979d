package org.rmcast.cli.common;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.TestConditions;
import org.rmcast.core.impair.Impairments;
import picocli.CommandLine.Option;

/** A bad network on purpose, and randomness that can be repeated. */
@OptionHeading("Testing")
final class TestingOptions {
    @Option(
            names = "--impair-in",
            paramLabel = "SPEC",
            description =
                    "Simulate a bad network for what arrives, such as loss=5%%,delay=20ms,seed=42 (default: none).")
    private @Nullable String inbound;

    @Option(
            names = "--impair-out",
            paramLabel = "SPEC",
            description = "Simulate a bad network for what is sent, likewise (default: none).")
    private @Nullable String outbound;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            description = "Seed of this member's randomness; its own for each member (default: random).")
    private @Nullable Long seed;

    /** For picocli. */
    TestingOptions() {}

    TestConditions conditions() {
        TestConditions conditions = TestConditions.none();
        if (inbound != null) {
            conditions = conditions.withInbound(checkedImpairments("--impair-in", inbound));
        }
        if (outbound != null) {
            conditions = conditions.withOutbound(checkedImpairments("--impair-out", outbound));
        }
        return seed == null ? conditions : conditions.withSeed(seed);
    }

    /** The text, if it is understood: by the name of the option, not that of the builder. */
    private static String checkedImpairments(String option, String text) {
        try {
            return Impairments.parse(text).toString();
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(option + ": " + e.getMessage(), e);
        }
    }
}
