package org.rmcast.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * Tells one content from another without reading it all: by name, length, times of change, and samples spread over it. What escapes this, such as a byte
 * changed between two samples within the time's resolution, is found by the SHA-256 at the end.
 */
final class ContentIdentity {
    private static final int SAMPLES = 16;
    private static final int SAMPLE_BYTES = 4_096;

    private ContentIdentity() {}

    static long of(Content content, byte[] stamps) throws IOException {
        MessageDigest digest = Sha256.start();
        digest.update(content.description().name().getBytes(StandardCharsets.UTF_8));
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, content.totalBytes()));
        digest.update(stamps);
        long last = Math.max(0, content.totalBytes() - SAMPLE_BYTES);
        ByteBuffer sample = ByteBuffer.allocate(SAMPLE_BYTES);
        for (int i = 0; i < SAMPLES; i++) {
            content.read(last / (SAMPLES - 1) * i, sample.clear());
            digest.update(sample.flip());
        }
        content.read(last, sample.clear());
        digest.update(sample.flip());
        return ByteBuffer.wrap(digest.digest()).getLong();
    }
}
