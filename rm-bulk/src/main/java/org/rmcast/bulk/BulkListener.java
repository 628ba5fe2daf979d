package org.rmcast.bulk;

import java.nio.file.Path;
import java.util.List;

/** Hears what becomes of the files that a receiver takes. Called on its disk's thread, or on its loop: must not block for long. */
public interface BulkListener {
    /**
     * A file or directory that is whole, under its name.
     *
     * @param path where it is
     * @param files the file itself, or all that are in the directory
     * @param bytes how long they are together
     */
    record Whole(Path path, List<Path> files, long bytes) {
        public Whole {
            files = List.copyOf(files);
        }
    }

    /** A file or directory is whole: verified, on the disk, and under its name. */
    void onWhole(Whole whole);

    /**
     * A file or directory was not taken, or could not be kept.
     *
     * @param name as the sender calls it
     * @param reason why, for people
     */
    default void onFailed(String name, String reason) {}

    /**
     * The disk does not take what comes, and is tried again until the sender gives this receiver up.
     *
     * @param name as the sender calls it
     * @param reason why, for people
     */
    default void onBusy(String name, String reason) {}
}
