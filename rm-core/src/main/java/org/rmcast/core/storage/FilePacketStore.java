package org.rmcast.core.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionEvent.StorageTrouble;
import org.rmcast.api.StorageOptions;
import org.rmcast.core.buffer.PacketStore;

/**
 * Packets in files of one directory. The layout is in {@link Segment} and {@code docs/storage.md}.
 *
 * <p>What survives: the end of the process at any moment, SIGKILL included, costs nothing. The crash of the machine costs what
 * the system had not written to the disk yet, usually the last seconds; nothing with {@link StorageOptions#force}. After
 * such a crash, or damage to the newest packets, the numbers of the packets that may be lost are left out and never used
 * again, since receivers may hold packets with these numbers.
 *
 * <p>Every packet is read with its checksum: what is damaged is never given out, but reported with file, offset and packets.
 * Blocks of a file are taken from the disk before it is used, so a full disk shows as {@link #room} of 0. A file that cannot be
 * written, or that was cut, takes no further packets: they go into another. Not thread safe; one session at a time, held by a
 * lock.
 *
 * <p>A sender's is resumed by its next process. A repair head's ({@link #openCache}) is a cache that only this process uses.
 */
public final class FilePacketStore implements PacketStore {
    private static final long RETRY_NANOS = 1_000_000_000L;

    private final StorageOptions options;
    private final StorageDirectory directory;
    private final int segmentBytes;
    private final int maxSegments;
    private final boolean resumed;
    private final boolean cache;
    private final List<Segment> segments = new ArrayList<>();
    /** Sequences that cannot be read: first to limit, disjoint. */
    private final TreeMap<Long, Long> holes = new TreeMap<>();

    private final StorageTroubles troubles;
    private StorageMetadata metadata;
    private long low;
    private long limit;
    /** Places in memory for packets, in all segments. */
    private long places;

    private boolean failing;
    private long failedNanos;
    /** How many files there were when no further one could be had. */
    private int filesAtFailure;
    /** Whether the metadata on disk do not yet know the newest segment. */
    private boolean metadataDue;
    /** Whether the file after the newest one was asked for. */
    private boolean prepared;

    private boolean closed;

    private FilePacketStore(
            StorageOptions options,
            StorageDirectory directory,
            StorageMetadata metadata,
            boolean resumed,
            boolean cache) {
        this.options = options;
        this.directory = directory;
        this.metadata = metadata;
        this.resumed = resumed;
        this.cache = cache;
        this.segmentBytes = metadata.segmentBytes();
        this.troubles = new StorageTroubles(directory, segmentBytes);
        this.maxSegments = (int) Math.min(Integer.MAX_VALUE, Math.max(2, options.maxBytes() / segmentBytes));
        this.low = metadata.low();
        this.limit = metadata.low();
    }

    /** The most heap, in bytes, that a store with these options takes to know where each packet is. */
    public static long indexBytes(StorageOptions options) {
        return Integer.BYTES * (options.maxPackets() + 2L * options.segmentBytes() / Segment.MIN_RECORD_BYTES);
    }

    /**
     * Opens the storage of a sender: a new one, or with {@link StorageOptions#resume} what the directory holds.
     *
     * @param sessionId the channel's identity on the wire
     * @param channel the channel's name, for messages
     * @param newMemberId gives the member id of a new session
     * @throws IOException naming the directory: it is none, cannot be written to, is in use, belongs to another channel,
     *     holds a session that is not to be resumed, is too damaged for that, or the disk has no room for the first file
     */
    public static FilePacketStore open(StorageOptions options, long sessionId, String channel, LongSupplier newMemberId)
            throws IOException {
        return open(options, sessionId, channel, newMemberId, SegmentAllocator::writeZeros);
    }

    /**
     * Opens the storage of a repair head: a cache, that is, always an empty one. What an earlier one has left in the directory goes, and
     * with {@link #delete} all that this one holds.
     *
     * @param newMemberId gives the member id
     * @throws IOException naming the directory: as for {@link #open}, or it holds the session of a sender which has not ended
     */
    public static FilePacketStore openCache(
            StorageOptions options, long sessionId, String channel, LongSupplier newMemberId) throws IOException {
        return openCache(options, sessionId, channel, newMemberId, SegmentAllocator::writeZeros);
    }

    static FilePacketStore openCache(
            StorageOptions options,
            long sessionId,
            String channel,
            LongSupplier newMemberId,
            SegmentAllocator allocator)
            throws IOException {
        return locked(
                options,
                allocator,
                directory -> StoreOpening.openCache(options, directory, sessionId, channel, newMemberId));
    }

    static FilePacketStore open(
            StorageOptions options,
            long sessionId,
            String channel,
            LongSupplier newMemberId,
            SegmentAllocator allocator)
            throws IOException {
        return locked(
                options,
                allocator,
                directory -> StoreOpening.open(options, directory, sessionId, channel, newMemberId));
    }

    /** How a store is opened in a directory that no other session has. */
    private interface Opening {
        FilePacketStore open(StorageDirectory directory) throws IOException;
    }

    private static FilePacketStore locked(StorageOptions options, SegmentAllocator allocator, Opening opening)
            throws IOException {
        StorageDirectory directory = StorageDirectory.lock(options.directory(), allocator, options.force());
        boolean opened = false;
        try {
            FilePacketStore store = opening.open(directory);
            opened = true;
            return store;
        } finally {
            if (!opened) {
                directory.unlock();
            }
        }
    }

    /**
     * A store that holds nothing, with its first file.
     *
     * @param cache whether nobody needs what is in it once this process has ended; its metadata say so from the start
     */
    static FilePacketStore create(
            StorageOptions options,
            StorageDirectory directory,
            long sessionId,
            String channel,
            long memberId,
            boolean cache)
            throws IOException {
        StorageMetadata metadata = new StorageMetadata(
                0,
                new SecureRandom().nextLong(),
                sessionId,
                memberId,
                channel,
                options.segmentBytes(),
                1,
                1,
                options.force(),
                StorageDirectory.currentBoot(),
                cache);
        FilePacketStore store = new FilePacketStore(options, directory, metadata, false, cache);
        directory.loadSpares(0, store.segmentBytes, metadata.storeId());
        try {
            store.segments.add(directory.take(1, store.segmentBytes, metadata.storeId()));
            directory.writeMetadata(metadata);
        } catch (IOException e) {
            throw new IOException(store.troubles.noFileText(e), e);
        }
        return store;
    }

    /** A store whose segments {@link StoreOpening} is going to add. */
    static FilePacketStore existing(StorageOptions options, StorageDirectory directory, StorageMetadata metadata) {
        return new FilePacketStore(options, directory, metadata, true, false);
    }

    /** The sender's identity: the new one, or that of the session which is resumed. */
    public long memberId() {
        return metadata.memberId();
    }

    /** Whether an earlier process began this session. */
    public boolean isResumed() {
        return resumed;
    }

    /** Whether it is a cache, to be deleted when its session ends in whatever way. */
    public boolean isCache() {
        return cache;
    }

    /** Where it is. */
    public Path directory() {
        return options.directory();
    }

    @Override
    public long low() {
        return low;
    }

    @Override
    public long limit() {
        return limit;
    }

    @Override
    public long room(int packetBytes) {
        int record = Segment.recordBytes(packetBytes);
        if (!isReady(record)) {
            return 0;
        }
        long further = Math.max(0, maxSegments - segments.size());
        long room = free() / record + further * ((segmentBytes - Segment.HEADER_BYTES) / record);
        return Math.min(room, options.maxPackets() - places);
    }

    /** Whether a record can be appended, to a new segment if need be. */
    private boolean isReady(int record) {
        if (places >= options.maxPackets()) {
            reportBound("all of the " + options.maxPackets() + " packets");
            return false;
        }
        return (free() >= record && !metadataDue) || beginSegment();
    }

    private void reportBound(String allOf) {
        troubles.bound(
                allOf,
                cache
                        ? "and the oldest packets go first; raise maxBytes to hold more"
                        : "since a receiver still needs packet " + low + "; raise maxBytes, or let slow receivers go");
    }

    private int free() {
        return segments.isEmpty() ? 0 : segments.get(segments.size() - 1).free();
    }

    @Override
    public boolean append(byte[] packet) {
        if (packet.length == 0 || packet.length > Segment.MAX_PACKET_BYTES) {
            throw new IllegalArgumentException("a packet must have 1 to 65,535 bytes, was " + packet.length);
        }
        boolean appended = tryAppend(packet);
        if (!appended) {
            // Where the newest file fails, a new one may do.
            appended = tryAppend(packet);
        }
        limit += appended ? 1 : 0;
        places += appended ? 1 : 0;
        return appended;
    }

    private boolean tryAppend(byte[] packet) {
        if (!isReady(Segment.recordBytes(packet.length))) {
            return false;
        }
        Segment active = segments.get(segments.size() - 1);
        try {
            active.append(packet, options.force());
            onWritten();
            prepareNext(active);
            return true;
        } catch (IOException e) {
            onWriteFailure(active, e);
            return false;
        }
    }

    /** A cache that has to make do with the files that it has writes, too: its failure is over when there is another one. */
    private void onWritten() {
        if (!cache || segments.size() > filesAtFailure) {
            filesAtFailure = 0;
            troubles.failureIsOver();
        }
    }

    /** When half of the newest file is used, it is time to make another one. */
    private void prepareNext(Segment active) {
        if (!prepared && active.free() < segmentBytes / 2) {
            prepared = true;
            if (segments.size() < maxSegments) {
                directory.prepare(segmentBytes);
            }
        }
    }

    private void onWriteFailure(Segment active, IOException failure) {
        troubles.failed(active.file() + " cannot be written any more: " + failure.getMessage()
                + "; new packets go into another file. See to the disk, and leave the files of a running sender alone");
        if (active.isEmpty()) {
            // Its successor would have its name.
            segments.remove(active);
            directory.discard(active);
            pause();
        } else {
            active.seal();
            surveyIfCut(active);
        }
    }

    /** Somebody has cut a file: looks what of it is still there, and says what is not. */
    private void surveyIfCut(Segment segment) {
        for (long[] lost : segment.forgetCutOff()) {
            addHole(
                    lost[0],
                    lost[1],
                    segment.file() + " was cut off: packets " + lost[0] + " to " + (lost[1] - 1) + " are lost");
        }
    }

    @Override
    public byte @Nullable [] get(long sequence) {
        return sequence < low ? null : read(sequence);
    }

    @Override
    public boolean holds(long sequence) {
        Segment segment = sequence < low ? null : segmentOf(sequence);
        return segment != null && segment.holds(sequence);
    }

    @Override
    public byte @Nullable [] newest() {
        for (int i = segments.size() - 1; i >= 0; i--) {
            Segment segment = segments.get(i);
            for (long sequence = segment.limit() - 1; sequence >= segment.first(); sequence--) {
                byte[] packet = read(sequence);
                if (packet != null) {
                    return packet;
                }
            }
        }
        return null;
    }

    @Override
    public long readableFrom(long sequence) {
        Map.Entry<Long, Long> hole = holes.floorEntry(sequence);
        return hole != null && hole.getValue() > sequence ? hole.getValue() : sequence;
    }

    @Override
    public void releaseBelow(long sequence) {
        if (sequence <= low) {
            return;
        }
        low = Math.min(sequence, limit);
        while (!holes.isEmpty() && holes.firstEntry().getValue() <= low) {
            holes.pollFirstEntry();
        }
        // The newest packet stays: it says where the messages stand.
        while (segments.size() > 1
                && segments.get(1).first() <= low
                && !segments.get(1).isEmpty()
                && giveBackFirst()) {
            failing = false;
        }
        if (bytes() <= capacityBytes() / 2 && places <= options.maxPackets() / 2) {
            troubles.boundIsFar();
        }
    }

    @Override
    public boolean releaseOldest(long below) {
        if (segments.size() > 1 && segments.get(1).first() <= below) {
            int before = segments.size();
            releaseBelow(segments.get(1).first());
            return segments.size() < before;
        }
        // The only file: on a full disk it is used again.
        boolean all = segments.size() == 1 && low < limit && limit <= below;
        if (all) {
            beginAt(limit);
        }
        return all;
    }

    @Override
    public void beginAt(long first) {
        for (Segment segment : segments) {
            try {
                directory.giveBack(segment, segmentBytes);
            } catch (IOException e) {
                troubles.failed(segment.file() + " cannot be given back: " + e.getMessage());
                directory.discard(segment);
            }
        }
        segments.clear();
        holes.clear();
        places = 0;
        low = first;
        limit = first;
        metadata = metadata.with(first, first);
        metadataDue = false;
        failing = false;
        troubles.boundIsFar();
    }

    private boolean giveBackFirst() {
        try {
            metadata = metadata.with(segments.get(1).first(), metadata.newest());
            directory.writeMetadata(metadata);
            Segment oldest = segments.get(0);
            // It holds nothing any more once it is given back.
            int freed = oldest.count();
            directory.giveBack(oldest, segmentBytes);
            segments.remove(0);
            places -= freed;
            return true;
        } catch (IOException e) {
            troubles.failed(segments.get(0).file() + " cannot be given back: " + e.getMessage());
            return false;
        }
    }

    @Override
    public long capacityBytes() {
        return (long) maxSegments * segmentBytes;
    }

    @Override
    public long bytes() {
        long sum = 0;
        for (Segment segment : segments) {
            sum += segment.end() - Segment.HEADER_BYTES;
        }
        return sum;
    }

    @Override
    public @Nullable StorageTrouble takeTrouble() {
        return troubles.take();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            directory.unlock();
        }
    }

    /** The session has ended in good order: removes what is kept, and closes. */
    public void delete() {
        if (closed) {
            return;
        }
        try {
            metadata = metadata.end();
            directory.writeMetadata(metadata);
            directory.deleteAll();
        } catch (IOException e) {
            // The metadata say, or do not say, that nothing is needed; the next session reports what it cannot use.
            troubles.clear();
        } finally {
            close();
        }
    }

    // For StoreOpening.

    int segmentBytes() {
        return segmentBytes;
    }

    int maxSegments() {
        return maxSegments;
    }

    /** Adds the next segment found. */
    void add(Segment segment) {
        segments.add(segment);
        places += segment.count();
        limit = Math.max(limit, segment.limit());
    }

    /** Damage: the sequences are lost, and so reported. */
    void addHole(long first, long end, String detail) {
        long start = first;
        long stop = end;
        Map.Entry<Long, Long> touched = holes.floorEntry(stop);
        while (touched != null && touched.getValue() >= start) {
            start = Math.min(start, touched.getKey());
            stop = Math.max(stop, touched.getValue());
            holes.remove(touched.getKey());
            touched = holes.floorEntry(stop);
        }
        holes.put(start, stop);
        troubles.damaged(detail, first, end);
        limit = Math.max(limit, end);
    }

    /** Damage that costs no packet. */
    void addNotice(String detail) {
        troubles.notice(detail);
    }

    /** Nothing more goes into the last segment. */
    void sealLast() {
        if (!segments.isEmpty()) {
            segments.get(segments.size() - 1).seal();
        }
    }

    /** All segments were added. */
    void opened(long newestFirst) throws IOException {
        metadata = metadata.reopened(newestFirst, options.force(), StorageDirectory.currentBoot());
        directory.writeMetadata(metadata);
    }

    // Segments.

    private @Nullable Segment segmentOf(long sequence) {
        int from = 0;
        int to = segments.size() - 1;
        while (from < to) {
            int middle = (from + to + 1) >>> 1;
            if (segments.get(middle).first() <= sequence) {
                from = middle;
            } else {
                to = middle - 1;
            }
        }
        return segments.isEmpty() ? null : segments.get(from);
    }

    private byte @Nullable [] read(long sequence) {
        Segment segment = segmentOf(sequence);
        if (segment == null || !segment.holds(sequence)) {
            return null;
        }
        int offset = segment.offsetOf(sequence);
        byte[] packet;
        String how = "its checksum does not match";
        try {
            packet = segment.get(sequence);
        } catch (IOException e) {
            segment.forget(sequence);
            packet = null;
            how = "it cannot be read: " + e.getMessage();
        }
        if (packet == null) {
            addHole(
                    sequence,
                    sequence + 1,
                    segment.file() + " at offset " + offset + ": packet " + sequence + " is damaged, " + how);
            surveyIfCut(segment);
        }
        return packet;
    }

    /** Makes a new segment the active one. */
    private boolean beginSegment() {
        if (!metadataDue && segments.size() >= maxSegments) {
            reportBound("all of the " + capacityBytes() + " bytes");
            return false;
        }
        if (failing && System.nanoTime() - failedNanos < RETRY_NANOS) {
            return false;
        }
        try {
            if (!metadataDue) {
                Segment next = directory.take(limit, segmentBytes, metadata.storeId());
                sealLast();
                segments.add(next);
                metadata = metadata.with(metadata.low(), limit);
                metadataDue = true;
                prepared = false;
            }
            directory.writeMetadata(metadata);
            metadataDue = false;
        } catch (IOException e) {
            pause();
            filesAtFailure = segments.size();
            troubles.noFile(e);
            return false;
        }
        failing = false;
        return true;
    }

    /** The disk is tried again in a while. */
    private void pause() {
        failing = true;
        failedNanos = System.nanoTime();
    }
}
