package org.rmcast.cli.common;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionBuilder;
import picocli.CommandLine.Option;

/** Whether a repair head, or a receiver that may become one, keeps in files what it has no room for in memory. */
@OptionHeading("Storage")
public final class HeadStorageArguments {
    @Option(
            names = "--storage",
            paramLabel = "DIR",
            description = "Keep packets for the members below in files of this directory as well, the oldest go first;"
                    + " emptied at the start and at the end (default: do not).")
    private @Nullable Path directory;

    @Option(
            names = "--storage-max",
            paramLabel = "BYTES",
            converter = LongBytesConverter.class,
            description = "How much the files may take, 1MiB or more, such as 500MB or 2G (default: 2G).")
    private @Nullable Long maxBytes;

    /** For picocli. */
    public HeadStorageArguments() {}

    /**
     * Gives a session its storage, if it is to have one.
     *
     * @throws CommandFailure if the directory is missing or the size is out of range
     */
    public SessionBuilder apply(SessionBuilder builder) {
        if (directory == null) {
            if (maxBytes != null) {
                throw CommandFailure.usage("--storage-max needs --storage DIR");
            }
            return builder;
        }
        return builder.storage(StorageArguments.options(directory, maxBytes));
    }

    /** Whether one of these options was given. */
    public boolean isGiven() {
        return directory != null || maxBytes != null;
    }
}
