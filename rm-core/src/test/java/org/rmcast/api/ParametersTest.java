package org.rmcast.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParametersTest {
    private enum Colour {
        DARK_RED,
        BLUE
    }

    private static Parameters with(Object value) {
        return Parameters.none().with("x", value);
    }

    @Test
    void shouldFallBackWhereAbsent() {
        Parameters none = Parameters.none();
        assertThat(none.integer("x", 7, 0, 9)).isEqualTo(7);
        assertThat(none.longInteger("x", 7L, 0, 9)).isEqualTo(7);
        assertThat(none.real("x", 0.5, 0, 1)).isEqualTo(0.5);
        assertThat(none.flag("x", true)).isTrue();
        assertThat(none.string("x", "a")).isEqualTo("a");
        assertThat(none.choice("x", Colour.BLUE)).isEqualTo(Colour.BLUE);
        assertThat(none.duration("x", Duration.ofSeconds(1), Duration.ZERO, Duration.ofHours(1)))
                .isEqualTo(Duration.ofSeconds(1));
        assertThat(none.has("x")).isFalse();
    }

    @Test
    void shouldGiveWhatIsThere() {
        assertThat(with(3).integer("x", 7, 0, 9)).isEqualTo(3);
        assertThat(with(3L).longInteger("x", 7, 0, 9)).isEqualTo(3);
        assertThat(with(1).real("x", 0.5, 0, 1)).isEqualTo(1.0);
        assertThat(with(false).flag("x", true)).isFalse();
        assertThat(with("b").string("x", "a")).isEqualTo("b");
        assertThat(with("dark-red").choice("x", Colour.BLUE)).isEqualTo(Colour.DARK_RED);
        assertThat(with("250ms").duration("x", Duration.ZERO, Duration.ZERO, Duration.ofHours(1)))
                .isEqualTo(Duration.ofMillis(250));
        assertThat(with("b").has("x")).isTrue();
    }

    @Test
    void shouldNameParameterValueAndRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(10).integer("x", 7, 0, 9))
                .withMessage("parameter 'x' is 10; it must be an integer from 0 to 9");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with("10").integer("x", 7, 0, 99))
                .withMessage("parameter 'x' is \"10\"; it must be an integer from 0 to 99");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(Double.NaN).real("x", 0, 0, 1))
                .withMessageContaining("a number from 0.0 to 1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with("yes").flag("x", true))
                .withMessageContaining("true or false");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(1).string("x", "a"))
                .withMessageContaining("a string");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with("green").choice("x", Colour.BLUE))
                .withMessageContaining("one of [DARK_RED, BLUE]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with("2h").duration("x", Duration.ZERO, Duration.ZERO, Duration.ofHours(1)))
                .withMessage("parameter 'x' is \"2h\"; it must be a duration from 0s to 3600s, such as \"250ms\"");
    }

    @Test
    void shouldRefuseIntegersBeyondALong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(new BigInteger("9".repeat(30))).longInteger("x", 7, 0, Long.MAX_VALUE))
                .withMessageContaining("999999999999999999999999999999");
    }

    @Test
    void shouldRefuseUnknownNamesAndSuggestTheNearest() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Parameters.none().with("ackIntervl", 1).checkNames("window", "ackInterval"))
                .withMessage("unknown parameter 'ackIntervl'; did you mean 'ackInterval'?"
                        + " (the known ones are ackInterval, window)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Parameters.none().with("colour", 1).checkNames("window", "ackInterval"))
                .withMessage("unknown parameter 'colour' (the known ones are ackInterval, window)");
        Parameters.none().with("window", 1).checkNames("window", "ackInterval");
    }

    @ParameterizedTest
    @CsvSource({
        "100us,PT0.0001S",
        "250ms,PT0.25S",
        "5s,PT5S",
        "2m,PT2M",
        "2min,PT2M",
        "1h,PT1H",
        "0.5s,PT0.5S",
        "PT3S,PT3S",
        "0s,PT0S",
        "' 5 s ',PT5S"
    })
    void shouldReadDurations(String text, Duration duration) {
        assertThat(Parameters.parseDuration(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "5 parsecs", "fives", "P", "1e300h", "NaNs", "5d"})
    void shouldNotReadAnythingElseAsADuration(String text) {
        assertThat(Parameters.parseDuration(text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5s", "250ms", "100.5us", "0s"})
    void shouldWriteDurationsAsTheyAreRead(String text) {
        Duration duration = Objects.requireNonNull(Parameters.parseDuration(text));
        assertThat(Parameters.text(duration)).isEqualTo(text);
    }

    @Test
    void shouldNotChangeWithTheMapItWasMadeOf() {
        List<Object> heads = new ArrayList<>(List.of("10.0.0.1"));
        Map<String, Object> map = new HashMap<>(Map.of("heads", heads));
        Parameters parameters = Parameters.of(map);
        heads.add("10.0.0.2");
        map.put("more", 1);
        assertThat(parameters).isEqualTo(Parameters.none().with("heads", List.of("10.0.0.1")));
        assertThat(parameters).hasSameHashCodeAs(Parameters.none().with("heads", List.of("10.0.0.1")));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> parameters.asMap().clear());
    }
}
