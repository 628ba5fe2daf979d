package org.rmcast.core.engine;

/** Something that a member counts or measures: declared once, as a constant of its owner's enum. */
public interface Meter {
    /** How a value moves. */
    enum Kind {
        /** It counts from the start and only grows. */
        COUNTER,
        /** It is what is so now. */
        GAUGE
    }

    /** The name as a field of JSON, such as {@code repairsSent}. */
    String figure();

    /** The name in a meter registry, such as {@code rm.repairs.sent}; empty if it is not there. */
    String meterName();

    /** Counter or gauge. */
    Kind kind();

    /** The base unit. */
    String unit();

    /** What it is, in a sentence. */
    String meaning();
}
