package org.rmcast.api;

import org.rmcast.core.engine.Protocol;

/**
 * Something that a member counts or measures: declared once, as a constant of its owner's enum. Those of hosts are in {@link
 * SessionMeter}, those of every protocol in {@link EngineMeter}, a protocol's own in an enum that {@link Protocol#meters} gives.
 */
public interface Meter {
    /** How a value moves. */
    enum Kind {
        /** It counts from the start and only grows. */
        COUNTER,
        /** It is what is so now. */
        GAUGE
    }

    /** All that is said of it. */
    MeterDeclaration declaration();

    /** The name as a field of JSON, such as {@code repairsSent}; the same for no other meter of a session. */
    default String figure() {
        return declaration().figure();
    }

    /** The name in a meter registry, such as {@code rm.repairs.sent}; empty if it is not there. */
    default String meterName() {
        return declaration().meterName();
    }

    /** Counter or gauge. */
    default Kind kind() {
        return declaration().kind();
    }

    /** The base unit. */
    default String unit() {
        return declaration().unit();
    }

    /** What it is, in a sentence. */
    default String meaning() {
        return declaration().meaning();
    }

    /** What tells meters of one {@link #meterName} apart, as the tag {@code reason}; empty where there is no other. */
    default String reason() {
        return declaration().reason();
    }
}
