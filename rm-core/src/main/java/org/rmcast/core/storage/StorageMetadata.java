package org.rmcast.core.storage;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What a store says of itself: lines {@code name=value}, the last one the CRC-32C of those before.
 *
 * @param generation counts the changes
 * @param storeId a random number that is part of every checksum: files of another store are not taken for this one's
 * @param sessionId the channel's identity on the wire
 * @param memberId the sender's
 * @param channel the channel's name, for people
 * @param segmentBytes the size of a file
 * @param low the first sequence of the oldest file
 * @param newest the first sequence of the newest file
 * @param forced whether every packet was forced to the disk
 * @param boot which start of the machine it was, empty if that cannot be known
 * @param ended whether nothing in the directory is needed any more: the session has ended in good order, or what is there is a cache
 *     of the process that has it open
 */
record StorageMetadata(
        long generation,
        long storeId,
        long sessionId,
        long memberId,
        String channel,
        int segmentBytes,
        long low,
        long newest,
        boolean forced,
        String boot,
        boolean ended) {
    /** The longest text. */
    static final int MAX_BYTES = 4096;

    private static final int FORMAT = 2;
    private static final int MAX_CHANNEL_CHARACTERS = 200;
    private static final String CHECKSUM = "checksum=";

    StorageMetadata {
        channel = channel.replaceAll("\\R", " ");
        channel = channel.substring(0, Math.min(MAX_CHANNEL_CHARACTERS, channel.length()));
    }

    /** The next one, with these bounds. */
    StorageMetadata with(long lowest, long newestFirst) {
        return next(lowest, newestFirst, forced, boot, ended);
    }

    /**
     * The next one, for the process of now.
     *
     * @param newestFirst where the newest file that is there begins: the process before may have ended when it had made the file
     *     and not yet said so
     */
    StorageMetadata reopened(long newestFirst, boolean force, String currentBoot) {
        return next(low, Math.max(newest, newestFirst), force, currentBoot, false);
    }

    /** The last one. */
    StorageMetadata end() {
        return next(low, newest, forced, boot, true);
    }

    private StorageMetadata next(long lowest, long newestFirst, boolean force, String currentBoot, boolean end) {
        return new StorageMetadata(
                generation + 1,
                storeId,
                sessionId,
                memberId,
                channel,
                segmentBytes,
                lowest,
                newestFirst,
                force,
                currentBoot,
                end);
    }

    byte[] encode() {
        String lines = "format=" + FORMAT + "\ngeneration=" + generation + "\nstore=" + hex(storeId) + "\nsession="
                + hex(sessionId) + "\nmember=" + hex(memberId) + "\nchannel=" + channel + "\nsegmentBytes="
                + segmentBytes
                + "\nlow=" + low + "\nnewest=" + newest + "\nforced=" + forced + "\nboot=" + boot + "\nended=" + ended
                + "\n";
        return (lines + CHECKSUM + checksum(lines) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Reads what {@link #encode} wrote, with anything behind it; null if it is not whole, or of another format. */
    static @Nullable StorageMetadata decode(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        int last = text.indexOf("\n" + CHECKSUM) + 1;
        if (last == 0 || !text.startsWith(CHECKSUM + checksum(text.substring(0, last)) + "\n", last)) {
            return null;
        }
        Map<String, String> values = new HashMap<>();
        text.substring(0, last)
                .lines()
                .forEach(line -> values.put(line.replaceFirst("=.*", ""), line.replaceFirst("[^=]*=", "")));
        if (!String.valueOf(FORMAT).equals(values.get("format"))) {
            return null;
        }
        try {
            StorageMetadata read = new StorageMetadata(
                    Long.parseLong(values.getOrDefault("generation", "")),
                    Long.parseUnsignedLong(values.getOrDefault("store", ""), 16),
                    Long.parseUnsignedLong(values.getOrDefault("session", ""), 16),
                    Long.parseUnsignedLong(values.getOrDefault("member", ""), 16),
                    values.getOrDefault("channel", ""),
                    Integer.parseInt(values.getOrDefault("segmentBytes", "")),
                    Long.parseLong(values.getOrDefault("low", "")),
                    Long.parseLong(values.getOrDefault("newest", "")),
                    Boolean.parseBoolean(values.get("forced")),
                    values.getOrDefault("boot", ""),
                    Boolean.parseBoolean(values.get("ended")));
            return read.segmentBytes > Segment.HEADER_BYTES ? read : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static String checksum(String lines) {
        CRC32C crc = new CRC32C();
        byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
        crc.update(bytes, 0, bytes.length);
        return String.format(Locale.ROOT, "%08x", crc.getValue());
    }

    private static String hex(long value) {
        return String.format(Locale.ROOT, "%016x", value);
    }
}
