package org.rmcast.bulk;

import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rmcast.rmtp.BulkSink;
import org.rmcast.rmtp.DataSet;

/** Takes data sets as files and directories below one directory. */
final class ReceivedFiles implements BulkSink.Opener, AutoCloseable {
    private static final long END_SECONDS = 10;

    private final IncomingDataSet.Place place;
    private final ScheduledExecutorService disk;
    private volatile @Nullable IncomingDataSet present;

    ReceivedFiles(Path directory, boolean overwrite, BulkListener listener) {
        disk = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "rmtp-write");
            thread.setDaemon(true);
            return thread;
        });
        place = new IncomingDataSet.Place(directory, overwrite, listener, new Settled(), disk);
    }

    @Override
    public @Nullable BulkSink open(DataSet dataSet) {
        Description description = Description.decode(dataSet.description());
        if (description == null) {
            place.listener().onFailed("", "it is neither a file nor a directory");
            return null;
        }
        String problem = FileNames.problem(description.name());
        if (problem != null) {
            place.listener().onFailed(FileNames.shown(description.name()), "the name " + problem);
            return null;
        }
        IncomingDataSet incoming = new IncomingDataSet(place, dataSet, description);
        present = incoming;
        return incoming;
    }

    BulkProgress progress() {
        IncomingDataSet incoming = present;
        return incoming == null ? BulkProgress.NOTHING : incoming.progress();
    }

    /** When all is written that was taken. */
    @Override
    public void close() {
        disk.shutdown();
        try {
            boolean ended = disk.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
            if (!ended) {
                disk.shutdownNow();
            }
        } catch (InterruptedException e) {
            disk.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
