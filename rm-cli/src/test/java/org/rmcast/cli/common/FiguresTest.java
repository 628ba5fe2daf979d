package org.rmcast.cli.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class FiguresTest {
    @ParameterizedTest
    @CsvSource({
        "0,0 B",
        "999,999 B",
        "1000,1.00 kB",
        "1316,1.32 kB",
        "92740,92.7 kB",
        "927404,927 kB",
        "999600,1.00 MB",
        "1000000000000000,1000 TB"
    })
    void shouldShowBytesWithThreeDigits(long bytes, String text) {
        assertThat(Figures.bytes(bytes)).isEqualTo(text);
    }

    @Test
    void shouldShowOtherFigures() {
        assertThat(Figures.rate(78_500)).isEqualTo("78.5 kB/s");
        assertThat(Figures.count(1_234_567)).isEqualTo("1,234,567");
        assertThat(Figures.plural(1, "file")).isEqualTo("1 file");
        assertThat(Figures.plural(1000, "file")).isEqualTo("1,000 files");
        assertThat(Figures.percent(49, 1000)).isEqualTo("4.9 %");
        assertThat(Figures.percent(0, 0)).isEqualTo("-");
        assertThat(Figures.seconds(4.25)).isEqualTo("4.3 s");
        assertThat(Figures.seconds(125)).isEqualTo("2:05 min");
        assertThat(Figures.memberId(0x1234_5678_9abc_def0L)).isEqualTo("123456789abcdef0");
    }

    @ParameterizedTest
    @CsvSource({
        "1316,1316",
        "64kB,64000",
        "64KB,64000",
        "8MiB,8388608",
        "1.5 MB,1500000",
        "1GiB,1073741824",
        "0,0",
        "7B,7"
    })
    void shouldReadSizes(String text, int bytes) {
        assertThat(new BytesConverter().convert(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "many", "8 MiBs", "3GiB", "1e3", "9999999999999GB"})
    void shouldRefuseWhatIsNoSize(String text) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new BytesConverter().convert(text))
                .withMessageContaining("'" + text + "' is not a size");
    }

    @Test
    void shouldReadDurations() {
        assertThat(new DurationConverter().convert("250ms")).isEqualTo(Duration.ofMillis(250));
        for (String text : new String[] {"", "5", "-5s", "0s", "soon"}) {
            assertThatExceptionOfType(TypeConversionException.class)
                    .isThrownBy(() -> new DurationConverter().convert(text))
                    .withMessageContaining("'" + text + "' is not a duration");
        }
    }
}
