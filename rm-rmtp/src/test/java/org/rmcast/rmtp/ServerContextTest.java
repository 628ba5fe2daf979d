package org.rmcast.rmtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Role;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.sim.SimNode;

/** How long answers are waited for. */
class ServerContextTest {
    private static final int TOLD_MICROS = 30_000_000;

    private final RmtpConfig config = RmtpConfig.defaults();
    private final ServerContext context = context(config);

    static ServerContext context(RmtpConfig config) {
        InetSocketAddress own = SimNode.addressOf(0);
        EngineContext engine = new EngineContext(
                1, 1_000, Role.SENDER, own, own, 8, new SplittableRandom(1), new SplittableRandom(2), null);
        return new ServerContext(engine, config, new MadeUpSource(10_000, 1));
    }

    private Duration wait(int tries) {
        return wait(context, tries);
    }

    private static Duration wait(ServerContext context, int tries) {
        return Duration.ofNanos(context.answerNanos(1, tries)).minus(Duration.ofNanos(context.spreadNanos(1)));
    }

    private Duration allWaits() {
        Duration all = Duration.ZERO;
        for (int tries = 0; tries <= config.polls; tries++) {
            all = all.plus(wait(tries));
        }
        for (int tries = 0; tries <= config.separatePolls; tries++) {
            all = all.plus(wait(tries));
        }
        return all;
    }

    @Test
    void shouldDoubleItsWaitUpToAnswerMax() {
        assertThat(wait(0)).isEqualTo(Duration.ofMillis(25));
        assertThat(wait(1)).isEqualTo(Duration.ofMillis(50));
        assertThat(wait(6)).isEqualTo(Duration.ofMillis(1_600));
        assertThat(wait(7)).isEqualTo(Duration.ofSeconds(2));
        assertThat(wait(60)).isEqualTo(Duration.ofSeconds(2));
        assertThat(allWaits()).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(25));
    }

    /** Paper: section 4.1, the timer is TAT + δN + α for each POLL, however often it was sent. */
    @Test
    void shouldNotDoubleItsWaitInThePaper() {
        ServerContext paper = context(RmtpConfig.paper());
        for (int tries = 0; tries < 5; tries++) {
            assertThat(wait(paper, tries)).isEqualTo(Duration.ofMillis(1_100));
        }
        ServerContext far =
                context(RmtpConfig.paper().with("turnAroundMax", "600ms").with("turnAroundMin", "600ms"));
        assertThat(wait(far, 4)).isEqualTo(Duration.ofMillis(1_600));
    }

    /** A receiver that was just started may tell seconds: a silent one is named in less than a minute all the same. */
    @Test
    void shouldNotWaitForMinutesThoughAReceiverToldALongRoundTrip() {
        context.onRoundTrip(TOLD_MICROS);
        assertThat(wait(0)).isEqualTo(Duration.ofMillis(2_020));
        assertThat(wait(8)).isEqualTo(Duration.ofMillis(2_020));
        assertThat(allWaits()).isLessThan(Duration.ofSeconds(45));
    }

    /** What was told counts no more than what is seen, as soon as somebody has answered the round. */
    @Test
    void shouldPollByTheAnswersThatItSaw() {
        context.onRoundTrip(TOLD_MICROS);
        context.onAnswer(10_000_000, true);
        assertThat(wait(0)).isEqualTo(Duration.ofMillis(2_020));
        assertThat(wait(1)).isEqualTo(Duration.ofMillis(60));
        context.onAnswer(30_000_000, false);
        assertThat(wait(1)).isEqualTo(Duration.ofMillis(100));
        context.onAnswer(1_000, true);
        assertThat(wait(1)).isEqualTo(Duration.ofMillis(50));
    }
}
