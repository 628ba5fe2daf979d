package org.rmcast.core.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.StorageOptions;

/** Opens a {@link FilePacketStore}: decides between new and resumed, reads every packet, and finds out what is damaged. */
final class StoreOpening {
    private final StorageDirectory directory;
    private final StorageMetadata metadata;
    private final FilePacketStore store;
    /** Where the records of the segment before ended in a way that they should not, or null. */
    private @Nullable String brokenEnd;

    private StoreOpening(StorageDirectory directory, StorageMetadata metadata, FilePacketStore store) {
        this.directory = directory;
        this.metadata = metadata;
        this.store = store;
    }

    static FilePacketStore open(
            StorageOptions options,
            StorageDirectory directory,
            long sessionId,
            String channel,
            LongSupplier newMemberId)
            throws IOException {
        StorageMetadata metadata = session(directory);
        if (metadata == null) {
            return createAnew(options, directory, sessionId, channel, newMemberId, false);
        }
        String place = "storage " + directory.path() + ": ";
        if (metadata.sessionId() != sessionId) {
            throw new IOException(place + "belongs to another channel, \"" + metadata.channel()
                    + "\" (its name, group, port or protocol differs); use another directory");
        }
        if (!options.resume()) {
            throw new IOException(place + "holds a session that has not ended; resume it, or remove the directory's"
                    + " contents to begin a new one");
        }
        FilePacketStore store = FilePacketStore.existing(options, directory, metadata);
        new StoreOpening(directory, metadata, store).load();
        return store;
    }

    /** An empty one, unless that would take the packets of a sender that may yet resume. */
    static FilePacketStore openCache(
            StorageOptions options,
            StorageDirectory directory,
            long sessionId,
            String channel,
            LongSupplier newMemberId)
            throws IOException {
        StorageMetadata metadata = session(directory);
        if (metadata != null) {
            throw new IOException("storage " + directory.path() + ": holds the session of a sender of channel \""
                    + metadata.channel() + "\" that has not ended; use another directory for a repair head");
        }
        return createAnew(options, directory, sessionId, channel, newMemberId, true);
    }

    private static FilePacketStore createAnew(
            StorageOptions options,
            StorageDirectory directory,
            long sessionId,
            String channel,
            LongSupplier newMemberId,
            boolean cache)
            throws IOException {
        directory.deleteAll();
        return FilePacketStore.create(options, directory, sessionId, channel, newMemberId.getAsLong(), cache);
    }

    /** What the directory holds that somebody may yet need, null if that is nothing. */
    private static @Nullable StorageMetadata session(StorageDirectory directory) throws IOException {
        StorageMetadata metadata = directory.hasMetadata() ? directory.readMetadata() : null;
        if (metadata == null && hasPackets(directory)) {
            throw new IOException("storage " + directory.path()
                    + ": holds packets, but the file that says whose is missing, so that they cannot be used;"
                    + " remove the directory's contents to begin a new session");
        }
        // A session that has sent nothing is not worth resuming.
        return metadata == null || metadata.ended() || isUnused(metadata, directory) ? null : metadata;
    }

    /** Whether the session's first file is there, whole, and empty. */
    private static boolean isUnused(StorageMetadata metadata, StorageDirectory directory) throws IOException {
        Path file = directory.segmentFiles().get(1L);
        return metadata.newest() == 1
                && file != null
                && Files.size(file) == metadata.segmentBytes()
                && isEmpty(directory, file, metadata.storeId());
    }

    private static boolean hasPackets(StorageDirectory directory) throws IOException {
        for (Path file : directory.segmentFiles().values()) {
            if (!isEmpty(directory, file, 0)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isEmpty(StorageDirectory directory, Path file, long storeId) throws IOException {
        int size = (int) Math.min(1 << 30, Files.size(file));
        if (size < Segment.HEADER_BYTES + Segment.MIN_RECORD_BYTES) {
            return true;
        }
        Segment segment = directory.open(file, size, storeId);
        try {
            segment.beginScan(1);
            return segment.endsHere() && segment.findRecord() < 0;
        } finally {
            segment.close();
        }
    }

    private void load() throws IOException {
        NavigableMap<Long, Path> files = directory.segmentFiles();
        Iterator<Map.Entry<Long, Path>> entries = files.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<Long, Path> entry = entries.next();
            Long next = files.higherKey(entry.getKey());
            if (next != null && next <= metadata.low()) {
                // Released, and the process ended before the file got its other name.
                Files.delete(entry.getValue());
            } else {
                tryLoad(entry.getKey(), entry.getValue());
            }
        }
        boolean newestThere = files.containsKey(metadata.newest());
        if (!newestThere) {
            loseTail(
                    Math.max(store.limit(), metadata.newest()),
                    "the newest file, " + name(metadata.newest()) + ", is missing");
        } else if (brokenEnd != null) {
            loseTail(store.limit(), brokenEnd);
        } else if (!metadata.forced() && !metadata.boot().equals(StorageDirectory.currentBoot())) {
            loseTail(store.limit(), "the machine was started anew since, so that the last packets may be missing");
        }
        if (store.limit() > 1 && store.newest() == null) {
            throw new IOException(
                    "storage " + directory.path() + ": none of its packets can be read, so that the session"
                            + " cannot be resumed; remove the directory's contents to begin a new one. "
                            + String.valueOf(store.takeTrouble()));
        }
        directory.loadSpares(Math.max(0, store.maxSegments() - files.size()), store.segmentBytes(), metadata.storeId());
        store.opened(files.isEmpty() ? metadata.newest() : files.lastKey());
    }

    private void tryLoad(long first, Path file) throws IOException {
        try {
            load(first, file);
        } catch (IOException e) {
            throw new IOException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private void load(long first, Path file) throws IOException {
        if (first > store.limit()) {
            String cause =
                    brokenEnd != null ? brokenEnd : name(store.limit()) + " is missing, or the end of the file before";
            store.addHole(store.limit(), first, packets(store.limit(), first) + cause);
        }
        brokenEnd = null;
        int size = (int) Math.min(store.segmentBytes(), Files.size(file));
        if (size < Segment.HEADER_BYTES + Segment.MIN_RECORD_BYTES) {
            brokenEnd = file + " at offset " + size + ": the file was cut off";
            return;
        }
        Segment segment = directory.open(file, size, metadata.storeId());
        if (!segment.hasHeader(first)) {
            store.addNotice(file + " at offset 0: its header is damaged; its packets are checked one by one");
        }
        segment.beginScan(first);
        segment.scanRun();
        for (int next = segment.findRecord(); next >= 0; next = segment.findRecord()) {
            long found = segment.sequenceAt(next);
            store.addHole(
                    segment.limit(), found, packets(segment.limit(), found) + file + " at offset " + segment.end());
            segment.skipTo(next);
            segment.scanRun();
        }
        if (size < store.segmentBytes()) {
            brokenEnd = file + " at offset " + segment.end() + ": the file was cut off";
            segment.seal();
        } else if (!segment.endsHere()) {
            brokenEnd = file + " at offset " + segment.end() + ": a packet is damaged";
            segment.seal();
        }
        store.add(segment);
    }

    /** Leaves out the numbers of all packets that may have been in what is lost: none is used twice. */
    private void loseTail(long from, String cause) {
        long first = store.limit();
        long end = from + store.segmentBytes() / Segment.MIN_RECORD_BYTES + 1;
        store.addHole(
                first,
                end,
                "packets from " + first + " on, as far as there were any, are damaged or missing: " + cause
                        + "; the session goes on with packet " + end);
        store.sealLast();
    }

    private static String packets(long from, long to) {
        return (to - from == 1 ? "packet " + from + " is" : "packets " + from + " to " + (to - 1) + " are")
                + " damaged or missing: ";
    }

    private static String name(long first) {
        return String.format(Locale.ROOT, "segment-%016x.data", first);
    }
}
