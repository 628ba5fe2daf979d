package org.rmcast.core.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.api.StorageOptions;

/** A directory for a store, and the stores opened in it, which are closed after each test. */
abstract class StoreFixture {
    static final long SESSION = 77;
    static final long MEMBER = 0xABCDL;

    @TempDir
    Path dir = Path.of("");

    private final List<FilePacketStore> opened = new ArrayList<>();

    @AfterEach
    void closeAll() {
        opened.forEach(FilePacketStore::close);
    }

    StorageOptions options() {
        return StorageOptions.in(dir).withMaxBytes(StorageOptions.MIN_BYTES);
    }

    FilePacketStore keep(FilePacketStore store) {
        opened.add(store);
        return store;
    }

    FilePacketStore create() throws IOException {
        return keep(FilePacketStore.open(options(), SESSION, "files", () -> MEMBER));
    }

    FilePacketStore resume() throws IOException {
        return keep(FilePacketStore.open(options().withResume(true), SESSION, "files", () -> 1));
    }
}
