package org.rmcast.core.wire;

import org.jspecify.annotations.Nullable;

/**
 * The protocols' bytes in the common header, given out once for all: two protocols that share a byte would take each other's
 * datagrams for their own. 200 to 254 are for tests and for protocols outside this project.
 */
public enum WireId {
    TRAM(1),
    PBCAST(2),
    SRM(3),
    NAK(4),
    RMTP(5),
    WAN(6);

    /** The first id that anybody may use without asking. */
    public static final int FIRST_PRIVATE = 200;

    /** The last one. */
    public static final int LAST_PRIVATE = 254;

    private final int code;

    WireId(int code) {
        this.code = code;
    }

    /** The byte. */
    public int code() {
        return code;
    }

    /** Who has this byte, or null. */
    public static @Nullable WireId of(int code) {
        for (WireId id : values()) {
            if (id.code == code) {
                return id;
            }
        }
        return null;
    }
}
