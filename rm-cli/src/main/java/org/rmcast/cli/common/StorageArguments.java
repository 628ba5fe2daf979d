package org.rmcast.cli.common;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.StorageOptions;
import picocli.CommandLine.Option;

/** Whether a sender keeps its packets in files, and goes on with those of an earlier process. */
@OptionHeading("Storage")
public final class StorageArguments {
    @Option(
            names = "--storage",
            paramLabel = "DIR",
            description =
                    "Keep what is sent in files of this directory, until every receiver has it (default: do not).")
    private @Nullable Path directory;

    @Option(
            names = "--storage-max",
            paramLabel = "BYTES",
            converter = LongBytesConverter.class,
            description = "How much the files may take, 1MiB or more, such as 500MB or 2G (default: 2G).")
    private @Nullable Long maxBytes;

    @Option(
            names = "--storage-force",
            description = "Force every packet to the disk before it is sent: slow, survives a crash of the machine.")
    private boolean force;

    @Option(
            names = "--resume",
            description =
                    "Resume where an earlier process with the same --storage and arguments ended, or start anew if"
                            + " there is nothing to resume.")
    private boolean resume;

    /** For picocli. */
    public StorageArguments() {}

    /**
     * Gives a session its storage, if it is to have one.
     *
     * @throws CommandFailure if options are missing or out of range
     */
    public SessionBuilder apply(SessionBuilder builder) {
        if (directory == null) {
            if (resume || maxBytes != null || force) {
                throw CommandFailure.usage("--resume, --storage-max and --storage-force need --storage DIR");
            }
            return builder;
        }
        return builder.storage(options(directory, maxBytes).withForce(force).withResume(resume));
    }

    /** Storage in a directory, of a size that may have been given. */
    static StorageOptions options(Path directory, @Nullable Long maxBytes) {
        StorageOptions options = StorageOptions.in(directory);
        if (maxBytes == null) {
            return options;
        }
        if (maxBytes < StorageOptions.MIN_BYTES) {
            throw CommandFailure.usage("--storage-max must be 1MiB or more, was " + maxBytes + " bytes");
        }
        return options.withMaxBytes(maxBytes);
    }

    /** Whether one of these options was given. */
    public boolean isGiven() {
        return directory != null || maxBytes != null || force || resume;
    }

    /** Whether the user wants to go on with an earlier process' session. */
    public boolean resumes() {
        return resume;
    }

    /** Says where a resumed session goes on. */
    public static void report(MulticastSender session, Terminal terminal) {
        if (session.firstMessage() > 0) {
            terminal.say("resumed at message " + session.firstMessage());
        }
    }
}
