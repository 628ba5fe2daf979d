package org.rmcast.bulk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rmcast.rmtp.BulkSink;
import org.rmcast.rmtp.DataSet;

/**
 * A data set that a receiver takes: the engine's thread fills batches, the disk's thread writes them. There are so many batches and no more: when all
 * wait for the disk there is no room. A disk that refuses is tried again until the server gives this receiver up; what was taken is not lost by that.
 */
final class IncomingDataSet implements BulkSink {
    private static final int BATCHES = 32;
    private static final long TRY_AGAIN_MILLIS = 100;
    private static final int DIGEST_AT_ONCE = 16;

    /** What all data sets of a receiver share. */
    record Place(
            Path directory, boolean overwrite, BulkListener listener, Settled settled, ScheduledExecutorService disk) {}

    private final Place place;
    private final DataSet dataSet;
    private final Description description;
    private final Unpacking unpacking;
    private final ArrayBlockingQueue<Batch> free = new ArrayBlockingQueue<>(BATCHES);

    // Of the engine's thread.

    private Batch filling = new Batch();
    private int made = 1;
    private boolean finishing;
    private long taken;

    // From the disk's thread to the engine's, and back.

    private volatile Opening opening = Opening.LATER;
    private volatile Verdict verdict = Verdict.PENDING;
    private volatile boolean refusing;
    private volatile boolean abandoned;
    private volatile long resumedBytes;
    private volatile long takenBytes;

    // Of the disk's thread.

    private @Nullable PartFile part;
    private byte @Nullable [] settled;
    private byte @Nullable [] digest;
    private final ArrayDeque<Batch> waiting = new ArrayDeque<>();
    private int stretch;
    private boolean lacksRoom;
    private boolean retrying;
    private boolean digesting;
    private volatile String problem = "";

    IncomingDataSet(Place place, DataSet dataSet, Description description) {
        this.place = place;
        this.dataSet = dataSet;
        this.description = description;
        this.unpacking = new Unpacking(place.directory(), description, place.overwrite());
        execute(this::open);
    }

    private void execute(Runnable task) {
        try {
            place.disk().execute(task);
        } catch (RejectedExecutionException e) {
            // The receiver is closed.
        }
    }

    private void later(Runnable task) {
        try {
            var unused = place.disk().schedule(task, TRY_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // The receiver is closed.
        }
    }

    BulkProgress progress() {
        return new BulkProgress(description.name(), resumedBytes + takenBytes, dataSet.totalBytes(), resumedBytes);
    }

    // The engine's thread.

    @Override
    public Opening opening() {
        return opening;
    }

    @Override
    public void held(Stretches stretches) {
        if (settled != null) {
            stretches.add(0, dataSet.packets());
            return;
        }
        int packetBytes = dataSet.packetBytes();
        part().written().each((first, limit) -> {
            boolean toTheEnd = limit == dataSet.totalBytes();
            stretches.add((first + packetBytes - 1) / packetBytes, toTheEnd ? dataSet.packets() : limit / packetBytes);
        });
    }

    @Override
    public boolean write(long position, byte[] source, int offset, int length) {
        if (refusing) {
            return false;
        }
        if (!filling.add(position, source, offset, length)) {
            Batch next = nextBatch();
            if (next == null) {
                return false;
            }
            handOver();
            filling = next;
            boolean fits = filling.add(position, source, offset, length);
            if (!fits) {
                throw new IllegalStateException("a packet of " + length + " bytes");
            }
        }
        taken += length;
        takenBytes = taken;
        return true;
    }

    private @Nullable Batch nextBatch() {
        Batch next = free.poll();
        if (next == null && made < BATCHES) {
            made++;
            next = new Batch();
        }
        return next;
    }

    private void handOver() {
        Batch full = filling;
        if (full.stretches() > 0) {
            execute(() -> {
                waiting.add(full);
                drain();
            });
        }
    }

    @Override
    public boolean hasRoom() {
        return !refusing && free.size() + (BATCHES - made) >= BATCHES / 2;
    }

    @Override
    public Verdict finish(byte[] trailer) {
        if (!finishing) {
            finishing = true;
            handOver();
            byte[] sent = trailer.clone();
            execute(() -> settle(sent));
        }
        return verdict;
    }

    @Override
    public String problem() {
        return problem;
    }

    @Override
    public void abandon(String reason) {
        if (!finishing) {
            handOver();
        }
        finishing = true;
        abandoned = true;
        execute(this::close);
    }

    // The disk's thread.

    private PartFile part() {
        return Objects.requireNonNull(part, "not open");
    }

    private void open() {
        try {
            settled = place.settled().find(dataSet, unpacking.target());
            if (settled == null) {
                unpacking.requireFree();
                PartFile opened = PartFile.open(place.directory(), description.name(), dataSet);
                part = opened;
                resumedBytes = opened.written().bytes();
                lookForRoom();
            } else {
                resumedBytes = dataSet.totalBytes();
            }
            opening = Opening.OPEN;
        } catch (RefusedException | IOException e) {
            fail(describe(e));
            opening = Opening.REFUSED;
        }
    }

    private static String describe(Exception failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    /** Whether all of it will fit, before anything is taken. */
    private void lookForRoom() {
        if (abandoned) {
            return;
        }
        try {
            long wanted = part().lackingBytes() + unpacking.extraBytes(dataSet.totalBytes());
            long usable = Files.getFileStore(place.directory()).getUsableSpace();
            boolean lacks = usable < wanted;
            if (lacks && !lacksRoom) {
                busy("needs " + wanted + " bytes, " + usable + " are free");
            }
            lacksRoom = lacks;
        } catch (IOException e) {
            lacksRoom = false; // writing will tell
        }
        refusing = lacksRoom;
        if (lacksRoom) {
            later(this::lookForRoom);
        }
    }

    /** Before a verdict is known that this explains. */
    private void fail(String reason) {
        problem = reason;
        place.listener().onFailed(description.name(), reason);
    }

    private void busy(String reason) {
        problem = reason;
        place.listener().onBusy(description.name(), reason);
    }

    /** Writes what waits, as far as the disk takes it. */
    private void drain() {
        for (Batch batch = waiting.peek(); batch != null; batch = waiting.peek()) {
            try {
                for (; stretch < batch.stretches(); stretch++) {
                    part().write(batch, stretch);
                }
                part().endBatch();
            } catch (IOException e) {
                onRefusal(e);
                return;
            }
            stretch = 0;
            waiting.remove();
            batch.clear();
            boolean unused = free.offer(batch);
        }
        if (!lacksRoom) {
            refusing = false;
        }
        digestSoon();
    }

    /** A few blocks at a time, so that what comes meanwhile is written in between. */
    private void digestSoon() {
        if (!digesting && !abandoned && part().hasToDigest()) {
            digesting = true;
            execute(() -> {
                digesting = false;
                digestSome();
            });
        }
    }

    private void digestSome() {
        if (verdict != Verdict.PENDING || abandoned) {
            return;
        }
        try {
            for (int i = 0; i < DIGEST_AT_ONCE && part().hasToDigest(); i++) {
                part().digestNext();
            }
            digestSoon();
        } catch (IOException e) {
            // Tried again at the end, which says what is wrong.
        }
    }

    private void onRefusal(IOException e) {
        if (!refusing) {
            busy(describe(e));
            refusing = true;
        }
        if (abandoned) {
            waiting.clear();
        } else if (!retrying) {
            retrying = true;
            later(() -> {
                retrying = false;
                drain();
            });
        }
    }

    private void settle(byte[] sent) {
        if (abandoned) {
            return;
        }
        if (!waiting.isEmpty()) {
            later(() -> settle(sent));
            return;
        }
        try {
            verdict = settled != null ? again(sent) : verify(sent);
        } catch (IOException e) {
            if (!refusing) {
                busy(describe(e));
                refusing = true;
            }
            later(() -> settle(sent));
        }
    }

    private Verdict again(byte[] sent) {
        if (Arrays.equals(settled, sent)) {
            return Verdict.WHOLE;
        }
        fail("it came before, with another digest");
        return Verdict.DAMAGED;
    }

    private Verdict verify(byte[] sent) throws IOException {
        if (digest == null) {
            digest = part().digest();
        }
        String damage = MessageDigest.isEqual(digest, sent) ? null : "its digest is not the one that was sent";
        if (damage == null) {
            try {
                BulkListener.Whole whole = unpacking.settle(part(), dataSet.totalBytes());
                part().remove();
                part().close();
                place.settled().add(dataSet, whole, sent);
                place.listener().onWhole(whole);
                return Verdict.WHOLE;
            } catch (RefusedException e) {
                damage = describe(e);
            }
        }
        part().remove();
        part().close();
        fail(damage);
        return Verdict.DAMAGED;
    }

    /** What is written stays, for the next time. */
    private void close() {
        PartFile open = part;
        if (open != null && verdict == Verdict.PENDING) {
            try {
                open.close();
            } catch (IOException e) {
                place.listener().onFailed(description.name(), describe(e));
            }
        }
    }
}
