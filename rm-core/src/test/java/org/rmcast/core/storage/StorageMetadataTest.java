package org.rmcast.core.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorageMetadataTest {
    /** Sizes are divided by it. */
    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, Segment.HEADER_BYTES})
    void shouldNotReadFilesThatHaveRoomForNothing(int segmentBytes) {
        assertThat(StorageMetadata.decode(metadata(segmentBytes).encode())).isNull();
        assertThat(StorageMetadata.decode(metadata(Segment.HEADER_BYTES + 1).encode()))
                .isNotNull();
    }

    private static StorageMetadata metadata(int segmentBytes) {
        return new StorageMetadata(3, -1, 5, 6, "video", segmentBytes, 7, 8, true, "0b5e-17", false);
    }
}
