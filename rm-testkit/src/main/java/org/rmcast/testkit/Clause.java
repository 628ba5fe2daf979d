package org.rmcast.testkit;

/** The parts of the contract, each a test of {@link ProtocolContract}. */
public enum Clause {
    /** Random groups keep what is promised under the usual faults. */
    FAULTS,
    /** The same under all kinds of faults. */
    ALL_FAULTS,
    /**
     * The same under the usual faults, in a group whose members stay, beside a host where no member is, which replays, changes and
     * splices what it hears.
     */
    BYZANTINE_HOST,
    /** Runs are, event by event, as written down. */
    GOLDEN_TRACES,
    /** Costs are as written down. */
    COSTS,
    /** One large group gets everything, at a bounded price. */
    SCALE,
    /** Whatever fields say, engines throw nothing. */
    FORGED_FIELDS,
    /** A stranger that forges gets no more bytes than it sent. */
    FORGING_STRANGER,
    /** A stranger that replays gets no more bytes than it sent. */
    REPLAYING_STRANGER,
    /** Truncated datagrams are refused. */
    TRUNCATION,
    /** Everything arrives through sockets. */
    SOCKETS,
    /** Each packet sent has a kind. */
    KINDS,
    /** What was lost and what was only overtaken is counted apart, and exactly. */
    LOSSES,
    /** What an earlier version sent is read. */
    WIRE,
    /** Presets can be used, and are bounded. */
    PRESETS,
    /** Parameters out of range are refused by name. */
    RANGES,
    /** The page has the parameters that the code declares, and the findings. */
    PAGE,
    /** The class that gives the parameters types is what the code declares. */
    TYPED_PARAMETERS,
    /** Protocols do no input or output. */
    SEAM
}
