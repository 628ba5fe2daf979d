package org.rmcast.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The digest is that of the page, however the bytes came. */
class BlockDigestsTest {
    private static final int BLOCK = 1 << 14;
    private static final int PACKET = 1_348;

    private static byte[] content(int bytes) {
        byte[] content = new byte[bytes];
        new SplittableRandom(bytes).nextBytes(content);
        return content;
    }

    /** As docs/protocols/rmtp.md has it. */
    static byte[] expected(byte[] content) {
        MessageDigest whole = Sha256.start();
        for (int at = 0; at < content.length; at += BLOCK) {
            MessageDigest block = Sha256.start();
            block.update(content, at, Math.min(BLOCK, content.length - at));
            whole.update(block.digest());
        }
        return whole.digest();
    }

    private static void digestNext(BlockDigests digests, byte[] content) {
        MessageDigest read = Sha256.start();
        int block = digests.next();
        read.update(content, (int) digests.position(block), (int) digests.bytesOf(block));
        digests.digestNext(read);
    }

    private static byte[] rest(BlockDigests digests, byte[] content) {
        while (digests.next() >= 0) {
            digestNext(digests, content);
        }
        return digests.digest();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, PACKET, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK, 3 * BLOCK + 77})
    void shouldDigestOnTheWayWhatComesInOrder(int bytes) {
        byte[] content = content(bytes);
        BlockDigests digests = new BlockDigests(bytes);
        for (int at = 0; at < bytes; at += PACKET) {
            digests.add(at, ByteBuffer.wrap(content, at, Math.min(PACKET, bytes - at)));
        }
        assertThat(digests.next()).as("a block to be read again").isEqualTo(-1);
        assertThat(digests.digest()).isEqualTo(expected(content));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldDigestWhatComesInAnyOrder(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] content = content(40 * BLOCK + random.nextInt(BLOCK));
        List<Integer> packets = new ArrayList<>();
        for (int at = 0; at < content.length; at += PACKET) {
            packets.add(at);
        }
        // Some is there already, some is lost and comes later, some is overtaken.
        int held = packets.size() / 5;
        BlockDigests digests = new BlockDigests(content.length);
        digests.add(0, (long) held * PACKET);
        List<Integer> order = new ArrayList<>(packets.subList(held, packets.size()));
        for (int i = 0; i < order.size() / 20; i++) {
            order.add(order.remove(random.nextInt(order.size())));
        }
        for (int at : order) {
            digests.add(at, ByteBuffer.wrap(content, at, Math.min(PACKET, content.length - at)));
            if (random.nextInt(10) == 0 && digests.next() >= 0) {
                digestNext(digests, content);
            }
        }
        assertThat(rest(digests, content)).as("seed %d", seed).isEqualTo(expected(content));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 7, 15})
    void shouldHaveNoDigestOfWhatIsNotThere(int missing) {
        byte[] content = content(2 * BLOCK);
        BlockDigests digests = new BlockDigests(content.length);
        for (int at = 0; at < content.length; at += PACKET) {
            if (at / PACKET != missing) {
                digests.add(at, ByteBuffer.wrap(content, at, Math.min(PACKET, content.length - at)));
            }
        }
        assertThatThrownBy(() -> rest(digests, content))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is not digested");
    }

    /** No more than 65,536 blocks, however long the data set is. */
    @ParameterizedTest
    @CsvSource({
        "1, 16384",
        "1073741824, 16384",
        "1073741825, 32768",
        "5000000000000, 134217728",
        "71465533440000000, 1099511627776"
    })
    void shouldMakeBlocksLongerWhereTheDataSetIsLong(long totalBytes, long blockBytes) {
        BlockDigests digests = new BlockDigests(totalBytes);
        assertThat(digests.position(1)).isEqualTo(blockBytes);
        digests.add(0, totalBytes);
        assertThat(digests.next()).isZero();
    }
}
