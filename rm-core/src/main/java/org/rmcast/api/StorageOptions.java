package org.rmcast.api;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Where and how a sender, or a repair head, keeps packets in files. Immutable.
 *
 * @param directory the directory, of this session alone; made if it does not exist
 * @param maxBytes how much the files may take together, {@value #MIN_BYTES} bytes or more. When it is full the application
 *     waits until the slowest receiver has caught up; at a repair head the oldest packets go
 * @param segmentBytes the size of one file, 1/4 of maxBytes at most, {@value #MIN_SEGMENT_BYTES} bytes to 1 GiB. Space is
 *     taken and given back in such steps; what is damaged at the end of a file costs more, the larger it is
 * @param force whether every packet is forced to the disk before it is sent. Without it packets survive the end of the process
 *     in any way, with it that of the machine as well, at the cost of one disk access per packet
 * @param resume whether to go on with the session that the directory holds. If it holds none a new one begins, so that the
 *     same command serves for the first start and for later ones. Force and resume are for senders
 */
public record StorageOptions(Path directory, long maxBytes, int segmentBytes, boolean force, boolean resume) {
    /** The default of maxBytes: 2 GiB. */
    public static final long DEFAULT_MAX_BYTES = 2L << 30;

    /** The least maxBytes. */
    public static final long MIN_BYTES = 1 << 20;

    /** The least segmentBytes: four times the largest packet. */
    public static final int MIN_SEGMENT_BYTES = 1 << 18;

    private static final int DEFAULT_SEGMENT_BYTES = 64 << 20;

    /** What a packet takes of maxBytes at the least, since a place in memory is kept for each. */
    private static final int LEAST_PACKET_BYTES = 512;

    public StorageOptions {
        Objects.requireNonNull(directory, "directory");
        if (maxBytes < MIN_BYTES) {
            throw new IllegalArgumentException("storage maxBytes must be at least " + MIN_BYTES + ", was " + maxBytes);
        }
        if (segmentBytes < MIN_SEGMENT_BYTES
                || segmentBytes > 1 << 30
                || segmentBytes > maxBytes / 4
                || segmentBytes % 8 != 0) {
            throw new IllegalArgumentException("storage segmentBytes must be a multiple of 8 from " + MIN_SEGMENT_BYTES
                    + " to 1 GiB and at most a quarter of maxBytes, was " + segmentBytes);
        }
    }

    /** How many packets are held at most: it is reached before {@link #maxBytes} where packets are shorter than 512 bytes. */
    public long maxPackets() {
        return maxBytes / LEAST_PACKET_BYTES;
    }

    /** Storage of up to 2 GiB in files of 64 MiB, not forced, for a new session. */
    public static StorageOptions in(Path directory) {
        return new StorageOptions(directory, DEFAULT_MAX_BYTES, DEFAULT_SEGMENT_BYTES, false, false);
    }

    /** With this bound; files are 64 MiB, or a quarter of the bound if that is less. */
    public StorageOptions withMaxBytes(long bytes) {
        int segment = (int) Math.max(MIN_SEGMENT_BYTES, Math.min(DEFAULT_SEGMENT_BYTES, bytes / 4 & ~7L));
        return new StorageOptions(directory, bytes, segment, force, resume);
    }

    /** With files of this size. */
    public StorageOptions withSegmentBytes(int bytes) {
        return new StorageOptions(directory, maxBytes, bytes, force, resume);
    }

    /** With packets forced to the disk or not. */
    public StorageOptions withForce(boolean every) {
        return new StorageOptions(directory, maxBytes, segmentBytes, every, resume);
    }

    /** To go on with the session in the directory, or to begin a new one. */
    public StorageOptions withResume(boolean goOn) {
        return new StorageOptions(directory, maxBytes, segmentBytes, force, goOn);
    }
}
