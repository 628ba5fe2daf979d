package org.rmcast.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is in a directory, as it comes from the network. */
class ManifestTest {
    private static Manifest of(String... paths) {
        return new Manifest(Arrays.stream(paths)
                .map(path -> path.endsWith(":")
                        ? Manifest.Entry.directory(path.substring(0, path.length() - 1))
                        : new Manifest.Entry(path, 3))
                .toList());
    }

    @Test
    void shouldReadWhatItWrote() throws Exception {
        Manifest manifest = of("a", "empty:", "d:", "d/b", "d/e:", "d/e/ä");
        byte[] encoded = manifest.encode();
        assertThat(Manifest.decode(ByteBuffer.wrap(encoded), 9)).isEqualTo(manifest);
        assertThatThrownBy(() -> Manifest.decode(ByteBuffer.wrap(encoded), 10))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("length");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "..|begins with a dot",
                "d: ../x|a part that begins with a dot",
                "d: d/../../x|a part that begins with a dot",
                "/etc|a part that is empty",
                "a\\b|contains a path",
                "C:|names a drive",
                "C:x|names a drive",
                "a a|one name where case does not matter",
                "a A|one name where case does not matter",
                "d: D/x|in no directory that was named before",
                "a a/b|in no directory that was named before",
                "d/x|in no directory that was named before",
            })
    void shouldRefusePathsThatLeadElsewhere(String paths, String reason) {
        byte[] encoded = of(paths.split(" ")).encode();
        if (paths.equals("C:")) {
            encoded = new Manifest(List.of(new Manifest.Entry("C:", 3))).encode();
        }
        byte[] bytes = encoded;
        assertThatThrownBy(() -> Manifest.decode(ByteBuffer.wrap(bytes), 3L * paths.split(" ").length))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void shouldRefuseAccentsThatAreWrittenInTwoWays() {
        assertThat(of("\u00e4", "a\u0308").problem()).contains("one name");
    }

    @Test
    void shouldRefuseTooManyEntries() {
        Manifest many = new Manifest(IntStream.rangeClosed(0, Manifest.MOST_ENTRIES)
                .mapToObj(i -> new Manifest.Entry("f" + i, 0))
                .toList());
        byte[] encoded = many.encode();
        assertThatThrownBy(() -> Manifest.decode(ByteBuffer.wrap(encoded), 0))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("more than");
    }

    @Test
    void shouldRefuseOrReadWhateverComes() {
        byte[] encoded = of("a", "d:", "d/b").encode();
        for (long seed = 0; seed < 20_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] bytes = Arrays.copyOf(encoded, random.nextInt(encoded.length + 1));
            for (int i = 0; i < 3 && bytes.length > 0; i++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                assertThat(Manifest.decode(ByteBuffer.wrap(bytes), 6).problem())
                        .as("seed %d", seed)
                        .isNull();
            } catch (RefusedException e) {
                assertThat(e).hasMessageMatching(".+");
            }
        }
    }
}
