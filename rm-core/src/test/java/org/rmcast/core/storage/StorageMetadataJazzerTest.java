package org.rmcast.core.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.code_intelligence.jazzer.mutation.annotation.NotNull;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.params.provider.MethodSource;

/** Any lines before a true checksum. */
class StorageMetadataJazzerTest {
    static Stream<String> seeds() {
        StorageMetadata metadata = new StorageMetadata(3, -1, 5, 6, "video", 1 << 20, 7, 8, true, "0b5e-17", false);
        return Stream.of(lines(metadata), lines(metadata.end()), "format=2\nlow=x\n", "format=1\n");
    }

    private static String lines(StorageMetadata metadata) {
        String text = new String(metadata.encode(), StandardCharsets.UTF_8);
        return text.substring(0, text.indexOf("checksum="));
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "60s")
    void shouldReadWhatItWritesAndNothingElse(@NotNull String lines) {
        StorageMetadata.decode(lines.getBytes(StandardCharsets.UTF_8));
        StorageMetadata metadata = StorageMetadata.decode(withChecksum(lines));
        if (metadata != null) {
            byte[] written = metadata.encode();
            assertThat(StorageMetadata.decode(written)).isEqualTo(metadata);
        }
    }

    private static byte[] withChecksum(String lines) {
        CRC32C crc = new CRC32C();
        crc.update(lines.getBytes(StandardCharsets.UTF_8));
        return (lines + String.format(Locale.ROOT, "checksum=%08x%n", crc.getValue())).getBytes(StandardCharsets.UTF_8);
    }
}
