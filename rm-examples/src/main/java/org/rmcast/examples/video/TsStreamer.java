package org.rmcast.examples.video;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Sends a clip message by message, each when it is due. One thread streams, any thread may ask how far it is. */
public final class TsStreamer {
    /** Where the messages go; may block, which delays those that follow. */
    @FunctionalInterface
    public interface Output {
        /** Sends one message. */
        void send(ByteBuffer message) throws IOException, InterruptedException;
    }

    private final TsClip clip;
    private final double speed;
    private final AtomicLong messagesSent = new AtomicLong();
    private final AtomicLong bytesSent = new AtomicLong();
    private volatile long lateNanos;

    /**
     * A streamer for one use.
     *
     * @param speed 1 for the clip's own speed, 2 for twice as fast; positive
     */
    public TsStreamer(TsClip clip, double speed) {
        if (!(speed > 0) || Double.isInfinite(speed)) {
            throw new IllegalArgumentException("speed must be a positive number, was " + speed);
        }
        this.clip = clip;
        this.speed = speed;
    }

    /**
     * Sends the clip as often as told, with no pause between.
     *
     * @param rounds at least 1
     * @throws IOException if the clip cannot be read, or became shorter since it was opened
     */
    public void stream(int rounds, Output output) throws IOException, InterruptedException {
        try (RandomAccessFile file = new RandomAccessFile(clip.path().toFile(), "r")) {
            long start = System.nanoTime();
            for (int round = 0; round < rounds; round++) {
                streamOnce(file, start + (long) (round * (double) clip.durationNanos() / speed), output);
            }
        }
    }

    private void streamOnce(RandomAccessFile file, long start, Output output) throws IOException, InterruptedException {
        byte[] bytes = new byte[TsClip.PACKETS_PER_MESSAGE * TsPacket.BYTES];
        for (long message = 0; message < clip.messages(); message++) {
            int length = read(file, message * bytes.length, bytes);
            long due = start + (long) (clip.dueNanos(message) / speed);
            awaitTime(due);
            lateNanos = System.nanoTime() - due;
            output.send(ByteBuffer.wrap(bytes, 0, length));
            bytesSent.addAndGet(length);
            messagesSent.incrementAndGet();
        }
    }

    /** Waits more exactly than sleeping does. */
    private static void awaitTime(long nanoTime) throws InterruptedException {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private int read(RandomAccessFile file, long offset, byte[] bytes) throws IOException {
        int length = (int) Math.min(bytes.length, clip.bytes() - offset);
        file.seek(offset);
        try {
            file.readFully(bytes, 0, length);
            return length;
        } catch (EOFException e) {
            throw new IOException(
                    clip.path() + ": became shorter while it was streamed, ends at byte " + file.length(), e);
        }
    }

    /** Messages handed over so far, in all rounds. */
    public long messagesSent() {
        return messagesSent.get();
    }

    /** Their bytes. */
    public long bytesSent() {
        return bytesSent.get();
    }

    /** How long after its time the latest message was sent, in nanoseconds. */
    public long lateNanos() {
        return lateNanos;
    }
}
