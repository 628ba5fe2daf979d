package org.rmcast.bulk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rmcast.rmtp.DataSet;

/**
 * What a receiver has had since it began: a server that was started again is told so, and sends none of it anew. What has changed since on the disk
 * is forgotten. To be used by the disk's thread alone.
 */
final class Settled {
    private static final int MOST = 1_000;

    private record Key(long identity, long totalBytes) {}

    /**
     * A data set that has come.
     *
     * @param path where it is
     * @param digest what the server said of it
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Known(Path path, byte[] digest, List<Path> files, long stamp) {}

    private final Map<Key, Known> known = new LinkedHashMap<>();

    void add(DataSet dataSet, BulkListener.Whole whole, byte[] digest) throws IOException {
        known.put(
                new Key(dataSet.identity(), dataSet.totalBytes()),
                new Known(whole.path(), digest.clone(), whole.files(), stamp(whole.files())));
        if (known.size() > MOST) {
            known.remove(known.keySet().iterator().next());
        }
    }

    /** The digest of a data set that is on the disk as it came; null if there is none. */
    byte @Nullable [] find(DataSet dataSet, Path path) {
        Key key = new Key(dataSet.identity(), dataSet.totalBytes());
        Known found = known.get(key);
        if (found == null || !found.path().equals(path)) {
            return null;
        }
        try {
            if (Files.exists(path) && stamp(found.files()) == found.stamp()) {
                return found.digest().clone();
            }
        } catch (IOException e) {
            // It is not there any more.
        }
        known.remove(key);
        return null;
    }

    private static long stamp(List<Path> files) throws IOException {
        long stamp = 0;
        for (Path file : files) {
            long modified = Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS);
            stamp = 31 * (31 * stamp + modified) + Files.size(file);
        }
        return stamp;
    }
}
