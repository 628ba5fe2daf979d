package org.rmcast.examples.embed;

import org.jspecify.annotations.Nullable;

/**
 * A key's last write.
 *
 * @param value null if the key was removed: a tombstone
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record MapEntry(String key, byte @Nullable [] value, Stamp stamp) {
    boolean isRemoved() {
        return value == null;
    }
}
