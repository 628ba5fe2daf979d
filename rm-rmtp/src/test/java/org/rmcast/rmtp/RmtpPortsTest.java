package org.rmcast.rmtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Parameters;
import org.rmcast.rmtp.ReceiverVerdict.Outcome;

/** Sources and sinks that do their input and output elsewhere: what they do not know yet is asked for again, and nobody is named for it. */
class RmtpPortsTest {
    private static final long BYTES = 1_000_000;
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final int OFTEN = 1_000_000;

    private static Delivered.Setup group(long seed) {
        return Delivered.of(3, BYTES).link("delay=5ms,loss=5%").seed(seed);
    }

    @Test
    void shouldWaitForASinkThatOpens() {
        for (long seed = 0; seed < 10; seed++) {
            Delivered delivered = group(seed)
                    .opener(2, sink -> {
                        sink.openingAsked = 100;
                        return sink;
                    })
                    .start();
            delivered.finish(LONG);
            delivered.checkAllButHave();
        }
    }

    @Test
    void shouldDeclineWhenASinkCannotBeOpened() {
        Delivered delivered = group(1).opener(2, sink -> {
                    sink.openingAsked = 20;
                    sink.refuses = true;
                    return sink;
                })
                .start();
        delivered.finish(LONG);
        delivered.checkAllButHave(2);
        assertThat(delivered.verdict(2).outcome()).isEqualTo(Outcome.DECLINED);
    }

    @Test
    void shouldReleaseNobodyBeforeTheTrailerIsKnown() {
        for (long seed = 0; seed < 10; seed++) {
            Delivered delivered = group(seed).start();
            delivered.source.trailerAfter(500);
            delivered.finish(LONG);
            delivered.checkAllButHave();
        }
    }

    /** Longer than the server asks those in vain that do not answer. */
    @Test
    void shouldWaitForAReceiverThatLooksWhetherItIsWhole() {
        for (long seed = 0; seed < 10; seed++) {
            Delivered delivered = group(seed)
                    .opener(1, sink -> {
                        sink.verdictAsked = 20_000 / 5;
                        return sink;
                    })
                    .start();
            delivered.finish(LONG);
            delivered.checkAllButHave();
            assertThat(delivered.verdict(1).nanos()).isPositive();
        }
    }

    @Test
    void shouldNameAReceiverThatNeverKnowsWhetherItIsWhole() {
        Delivered delivered = group(3).opener(1, sink -> {
                    sink.verdictAsked = OFTEN;
                    return sink;
                })
                .start();
        delivered.finish(LONG);
        delivered.checkAllButHave(1);
        assertThat(delivered.verdict(1).outcome()).isEqualTo(Outcome.BUSY);
        assertThat(delivered.verdict(1).reason()).contains("busy for too long");
    }

    /** A server is killed in the middle and another one takes its place: receivers go on with what they have. */
    @Test
    void shouldGoOnWithAServerThatWasStartedAgain() {
        for (long seed = 0; seed < 10; seed++) {
            AtomicReference<PacketSet> kept = new AtomicReference<>();
            Delivered delivered = Delivered.of(1, BYTES)
                    .link("delay=5ms")
                    .seed(seed)
                    .parameters(Parameters.none().with("rateControl", "fixed").with("rate", 1_000_000))
                    .opener(1, sink -> {
                        sink.before = kept.get();
                        return sink;
                    })
                    .start();
            long packets = delivered.report().packets();
            assertThat(delivered.simulation.runUntil(() -> delivered.report().sentToGroup() > packets / 2, LONG))
                    .isTrue();
            kept.set(delivered.sink(1).written());
            long first = delivered.report().sentToGroup();
            delivered.simulation.node(0).crash();
            delivered.simulation.runFor(Duration.ofMillis(300));
            delivered.simulation.node(0).restart();
            delivered.finish(LONG);
            delivered.checkAllButHave();
            DeliveryReport second = delivered.report();
            assertThat(first + second.sentToGroup() + second.sentApart())
                    .as("packets sent by both servers, seed %d", seed)
                    .isBetween(packets, packets + packets / 50);
        }
    }

    /**
     * It hears no more data, but the POLL that goes to its address, 10 % of all packets being lost. What it may not say yet, as too little was heard, it
     * says when more is; and its last CACK again with each POLL.
     */
    @Test
    void shouldTakeAReceiverAgainThatWasStartedAgainAfterTheRounds() {
        for (long seed = 0; seed < 60; seed++) {
            Delivered delivered = group(seed).start();
            long packets = delivered.report().packets();
            assertThat(delivered.simulation.runUntil(() -> delivered.report().sentToGroup() > packets / 2, LONG))
                    .isTrue();
            delivered.simulation.node(2).crash();
            delivered.simulation.runFor(Duration.ofSeconds(3));
            delivered.simulation.node(2).restart();
            delivered.finish(LONG);
            delivered.checkAllButHave();
        }
    }
}
