package org.rmcast.rmtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;
import org.rmcast.sim.LinkSettings;

/** Many receivers, and large data sets. */
class RmtpScaleTest {
    private static final int RECEIVERS = 250;
    private static final int PACKETS = 2_000;

    // What the paper's model has for these; the model is in rm-lab, which runs up to 10,000 receivers beside it.
    private static final int MODEL_ROUNDS = 3;
    private static final double MODEL_PACKETS = 3_887;
    private static final double MODEL_SECONDS = 52.2;

    /**
     * Paper: section 4.2, 1 % loss, 2,000 packets of 1 KB at 0.8 Mb/s, δ 3 ms, TAT 100 ms: rounds, packets and time beside the model. The loss is at
     * each receiver's link, both ways, as the model has it: none is common to all.
     */
    @Test
    void shouldKeepToTheModelOfThePaper() {
        long wallNanos = System.nanoTime();
        RmtpConfig paper = RmtpConfig.paper();
        Delivered delivered = Delivered.of(RECEIVERS, PACKETS * (long) paper.payloadBytes())
                .link("delay=5ms,loss=1%")
                .parameters(Parameters.none().with("preset", "paper"))
                .simulation(builder -> builder.traceLines(0))
                .start();
        delivered.simulation.accessLink(0).impair(LinkSettings.parse("delay=5ms"));
        DeliveryReport report = delivered.finish(Duration.ofMinutes(20));
        delivered.checkAllButHave();

        // The model's time ends when all have everything. Then comes the release, whose answers are spread over δN.
        double seconds = report.receivers().stream()
                        .mapToLong(ReceiverVerdict::nanos)
                        .max()
                        .orElseThrow()
                / 1e9;
        System.out.printf(
                Locale.ROOT,
                "rmtp, %d receivers: %d rounds, %d packets, %.1f s (released %.1f s); model %d, %.0f, %.1f; %d events, %.1f s of wall time%n",
                RECEIVERS,
                report.rounds(),
                report.sentToGroup(),
                seconds,
                report.nanos() / 1e9,
                MODEL_ROUNDS,
                MODEL_PACKETS,
                MODEL_SECONDS,
                delivered.simulation.steps(),
                (System.nanoTime() - wallNanos) / 1e9);
        // The model's last round is the last one that lacks a packet of all receivers on average; by chance there is
        // another.
        assertThat(report.rounds()).isBetween(MODEL_ROUNDS, MODEL_ROUNDS + 2);
        assertThat((double) report.sentToGroup()).isCloseTo(MODEL_PACKETS, within(0.1 * MODEL_PACKETS));
        assertThat(seconds).isCloseTo(MODEL_SECONDS, within(0.1 * MODEL_SECONDS));
    }
}
