package org.rmcast.core.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The lock of a storage directory: held by one session at a time, among all processes.
 *
 * <p>A POSIX lock belongs to the process and a file, and ends as soon as the process closes <em>any</em> descriptor of that
 * file. So a file whose lock this process holds must not be opened a second time, not even to find that out: what is open is
 * kept here for the process, by the identity of the file, which another path, or a link, does not change. Thread safe.
 */
final class DirectoryLock {
    private static final Map<Object, DirectoryLock> KNOWN = new HashMap<>();

    private final Object file;
    private final FileChannel channel;
    private boolean held;

    private DirectoryLock(Object file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lock, making its file if need be.
     *
     * @return null if another session holds it, of this process or another
     */
    static @Nullable DirectoryLock tryLock(Path file) throws IOException {
        synchronized (KNOWN) {
            Object identity = identity(file);
            DirectoryLock lock = KNOWN.get(identity);
            if (lock == null) {
                lock = new DirectoryLock(identity, FileChannel.open(file, StandardOpenOption.WRITE));
                KNOWN.put(identity, lock);
            }
            return !lock.held && lock.acquire() ? lock : null;
        }
    }

    private boolean acquire() throws IOException {
        boolean keep = false;
        try {
            held = channel.tryLock() != null;
            keep = held;
        } catch (OverlappingFileLockException e) {
            // Held in this process, by the classes of another class loader: to close the file would end their lock.
            keep = true;
        } finally {
            if (!keep) {
                release();
            }
        }
        return held;
    }

    /** Lets others have it. */
    void release() {
        synchronized (KNOWN) {
            try {
                channel.close();
            } catch (IOException e) {
                // The lock ends with the process at the latest.
            } finally {
                KNOWN.remove(file, this);
            }
        }
    }

    /** The identity of a file, which is made if it is not there; without opening one that is. */
    private static Object identity(Path file) throws IOException {
        try {
            Files.createFile(file);
        } catch (FileAlreadyExistsException e) {
            // As it should be, from the second time on.
        }
        Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        return key != null ? key : file.toRealPath();
    }
}
