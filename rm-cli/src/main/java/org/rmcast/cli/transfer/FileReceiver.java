package org.rmcast.cli.transfer;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EventListener;
import org.rmcast.api.MessageListener;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.bulk.FileNames;
import org.rmcast.cli.common.Figures;
import org.rmcast.cli.transfer.IncomingFile.RefusedException;
import org.rmcast.core.wire.DecodeException;

/**
 * Puts the files of a stream together. A file that cannot be had is a problem to be named at the end and does not keep the
 * others back; a disk that fails ends it all. Messages and events come from one thread, any thread may ask.
 */
final class FileReceiver implements MessageListener, EventListener, Closeable {
    private static final int MAX_PROBLEMS = 100;

    private final Path directory;
    private final boolean overwrite;
    private final int maxFiles;
    private final Consumer<Path> whole;
    private final TransferProgress progress = new TransferProgress();
    private final List<Path> finished = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private @Nullable IncomingFile current;
    private boolean skipping;
    private boolean closed;
    private long bytes;
    private boolean begun;
    private long beganNanos;
    private long endedNanos;

    /**
     * @param overwrite whether older files of the same names may be replaced
     * @param maxFiles how many files are taken of a stream, others are refused
     * @param whole is told each file that is whole
     */
    FileReceiver(Path directory, boolean overwrite, int maxFiles, Consumer<Path> whole) {
        this.directory = directory;
        this.overwrite = overwrite;
        this.maxFiles = maxFiles;
        this.whole = whole;
    }

    @Override
    public synchronized void onMessage(ReceivedMessage received) throws IOException {
        if (closed) {
            return;
        }
        try {
            take(TransferMessage.decode(received.toByteArray()));
        } catch (DecodeException e) {
            problem("message " + received.sequence() + ": " + e.getMessage());
        } catch (RefusedException e) {
            problem(e.getMessage());
            discard();
            skipping = true;
        } catch (IOException e) {
            discard();
            throw e;
        }
    }

    private void take(TransferMessage message) throws IOException, RefusedException {
        if (message instanceof TransferMessage.Header header) {
            if (!begun) {
                begun = true;
                beganNanos = System.nanoTime();
            }
            begin(header);
        } else if (message instanceof TransferMessage.Chunk chunk) {
            if (isExpected()) {
                file().write(chunk.offset(), chunk.content());
            }
        } else if (message instanceof TransferMessage.Trailer trailer) {
            if (isExpected()) {
                file().finish(trailer.sha256());
                Path path = directory.resolve(file().name());
                finished.add(path);
                bytes += file().written();
                endedNanos = System.nanoTime();
                whole.accept(path);
            }
            current = null;
            skipping = false;
        }
    }

    private void begin(TransferMessage.Header header) throws IOException, RefusedException {
        if (current != null) {
            problem(current.name() + ": another file began before its end");
            discard();
        }
        skipping = false;
        if (finished.size() >= maxFiles) {
            throw new RefusedException(FileNames.shown(header.name()) + " is one more than " + maxFiles
                    + " files; --max-files takes more");
        }
        current = IncomingFile.begin(directory, header.name(), header.length(), overwrite);
    }

    /** Whether there is a file to which content belongs; notes once if there is none. */
    private boolean isExpected() {
        if (current == null && !skipping) {
            problem("joined in the middle of a file, which is left out");
            skipping = true;
        }
        return current != null;
    }

    private IncomingFile file() {
        if (current == null) {
            throw new IllegalStateException("no file has begun");
        }
        return current;
    }

    @Override
    public synchronized void onEvent(SessionEvent event) {
        if (event instanceof SessionEvent.MessagesLost lost) {
            String what = current == null ? "part of the transfer" : current.name();
            problem(what + ": " + (lost.limitMessage() - lost.firstMessage()) + " messages are lost: " + lost.reason());
            try {
                discard();
            } catch (IOException e) {
                problem(what + ": the unfinished file cannot be removed: " + e.getMessage());
            }
            skipping = true;
        }
    }

    private void discard() throws IOException {
        IncomingFile unfinished = current;
        current = null;
        if (unfinished != null) {
            unfinished.discard();
        }
    }

    private void problem(@Nullable String text) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(String.valueOf(text));
        }
    }

    /** Forgets what came of the stream before. */
    synchronized void forget() {
        finished.clear();
        problems.clear();
        skipping = false;
        bytes = 0;
        begun = false;
    }

    /** The files that are whole. */
    synchronized List<Path> finished() {
        return List.copyOf(finished);
    }

    /** Their bytes. */
    synchronized long bytes() {
        return bytes;
    }

    /** How long they took, from the beginning of the first to the end of the last; 0 if none is whole. */
    synchronized double seconds() {
        return finished.isEmpty() ? 0 : (endedNanos - beganNanos) / 1e9;
    }

    /** What cannot be had and why, the first hundred; empty if there is nothing to complain of. */
    synchronized List<String> problems() {
        return List.copyOf(problems);
    }

    /** What a program is told of it. */
    synchronized Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("files", finished.stream().map(Path::toString).toList());
        fields.put("bytes", bytes);
        fields.put("seconds", seconds());
        fields.put("problems", problems());
        return fields;
    }

    /** For the status line. */
    synchronized String status() {
        IncomingFile file = current;
        if (file == null) {
            return finished.isEmpty() ? "" : Figures.plural(finished.size(), "file") + ", " + Figures.bytes(bytes);
        }
        return progress.text(file.name(), file.written(), file.length(), System.nanoTime());
    }

    /** Removes an unfinished file; nothing is received any more. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        endStream();
    }

    /** The stream has ended: an unfinished file will not be finished. */
    synchronized void endStream() throws IOException {
        if (current != null) {
            problem(current.name() + ": the transfer ended after " + current.written()
                    + (current.length() < 0 ? "" : " of " + current.length()) + " bytes");
        }
        discard();
    }
}
