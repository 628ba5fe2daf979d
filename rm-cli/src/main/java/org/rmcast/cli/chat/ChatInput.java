package org.rmcast.cli.chat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Reads lines in a thread of its own, since reading standard input cannot be interrupted; the command that waits can. */
final class ChatInput {
    private static final int LINES_AHEAD = 64;
    private static final long LOOK_UP_MILLIS = 100;

    private final BlockingQueue<Entry> entries = new ArrayBlockingQueue<>(LINES_AHEAD);
    private final BufferedReader reader;

    /** A line, or the end: no line, and what went wrong if anything did. */
    private record Entry(@Nullable String line, @Nullable IOException failure) {}

    ChatInput(InputStream in) {
        reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    void start() {
        Thread thread = new Thread(this::read, "rmcast-chat-input");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * The next line; null at the end, or once there is no use in waiting.
     *
     * @param over whether there is no use in waiting, asked about ten times a second
     * @throws IOException if the input cannot be read
     */
    @Nullable
    String next(BooleanSupplier over) throws IOException, InterruptedException {
        while (!over.getAsBoolean()) {
            Entry entry = entries.poll(LOOK_UP_MILLIS, TimeUnit.MILLISECONDS);
            if (entry == null) {
                continue;
            }
            if (entry.failure() != null) {
                throw entry.failure();
            }
            return entry.line();
        }
        return null;
    }

    private void read() {
        try {
            Entry entry;
            do {
                entry = readOne();
                entries.put(entry);
            } while (entry.line() != null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Entry readOne() {
        try {
            return new Entry(reader.readLine(), null);
        } catch (IOException e) {
            return new Entry(null, e);
        }
    }
}
