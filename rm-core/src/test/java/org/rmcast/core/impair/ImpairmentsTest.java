package org.rmcast.core.impair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImpairmentsTest {
    @Test
    void shouldBeNoneByDefault() {
        assertThat(Impairments.none().isNone()).isTrue();
        assertThat(Impairments.none()).hasToString("none");
        assertThat(Impairments.parse("none")).isEqualTo(Impairments.none());
        assertThat(Impairments.parse("")).isEqualTo(Impairments.none());
        assertThat(Impairments.parse("loss=1%").isNone()).isFalse();
        assertThat(Impairments.parse("seed=7").isNone()).isTrue();
    }

    @Test
    void shouldReadEveryField() {
        Impairments read = Impairments.parse("loss=5%,delay=20ms,jitter=2ms,duplicate=1%,corrupt=0.1%,reorder=1%,"
                + "rate=10Mbit,burst=8,reorder-delay=3ms,queue=50,queue-bytes=90000,seed=42");
        assertThat(read)
                .isEqualTo(Impairments.builder()
                        .loss(0.05)
                        .burst(8)
                        .delay(Duration.ofMillis(20))
                        .jitter(Duration.ofMillis(2))
                        .duplicate(0.01)
                        .corrupt(0.001)
                        .reorder(0.01)
                        .reorderDelay(Duration.ofMillis(3))
                        .rate(1_250_000)
                        .queuePackets(50)
                        .queueBytes(90_000)
                        .seed(42)
                        .build());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "loss=5%",
                "loss=12.5%,burst=8",
                "gilbert=1%/20%/0%/50%,seed=-3",
                "delay=1.5us,rate=7B",
                "delay=20ms,jitter=2ms,reorder=1%,reorder-delay=5s,duplicate=0.01%,corrupt=100%",
                "rate=10Mbit,queue=7,queue-bytes=1",
                "rate=500kbit",
                "rate=2Gbit"
            })
    void shouldWriteWhatItReads(String text) {
        assertThat(Impairments.parse(text)).hasToString(text);
    }

    @Test
    void shouldWriteAnyProbabilitySoThatItReadsBackExactly() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10_000; i++) {
            double loss = random.nextDouble();
            Impairments impairments = Impairments.builder().loss(loss).build();
            assertThat(Impairments.parse(impairments.toString()).loss()).isEqualTo(loss);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "loss=120%                  | loss must be 0 to 1 (0% to 100%), was 1.2",
                "loss=-1%                   | loss must be 0 to 1",
                "loss=many                  | 'loss' is \"many\"; it must be a probability",
                "lose=5%                    | unknown impairment 'lose'; the names are loss, burst",
                "loss                       | must be written name=value",
                "loss=1%,loss=2%            | 'loss' is given twice",
                "loss=1%,                   | must be written name=value",
                "delay=20                   | 'delay' is \"20\"; it must be a duration such as 20ms",
                "delay=2h                   | delay must be 0 to 600 s",
                "jitter=-1ms                | jitter must be 0 to 600 s",
                "rate=10Mbps                | it must be a rate per second such as 10Mbit",
                "rate=0bit                  | it must be 1 B to",
                "rate=Mbit                  | it must be a rate per second",
                "queue=0                    | queue must be 1 to 10000000 packets, was 0",
                "queue=9999999999           | queue must be 1 to 10000000 packets",
                "burst=0.5                  | burst must be 1 to 1000000 packets",
                "loss=90%,burst=2           | burst must be 9",
                "loss=100%,burst=2          | loss must be below 100%",
                "gilbert=1%/2%              | four probabilities",
                "gilbert=1%/2%/3%/400%      | gilbert must be 0 to 1",
                "loss=1%,gilbert=1%/2%/0%/1 | loss is given twice",
                "seed=abc                   | 'seed' is \"abc\"; it must be an integer",
            })
    void shouldNameWhatIsWrong(String text, String message) {
        assertThatThrownBy(() -> Impairments.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"loss=1e999999999%", "loss=1e2147483647%", "loss=1e-2147483647%", "rate=1e999999999B"})
    void shouldRefuseNumbersOfAnySize(String text) {
        assertThatThrownBy(() -> Impairments.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text.substring(0, 4));
    }
}
