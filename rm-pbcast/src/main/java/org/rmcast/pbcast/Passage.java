package org.rmcast.pbcast;

/**
 * How the packets of one stream come here without being asked for: from whom along the {@link DataTree}, how far, and whether they
 * still do. Not thread safe.
 */
final class Passage {
    private final Gaps gaps;
    private final Requester requester;
    /** The member they come from, and the sequence after the highest that came from there. */
    long parent;

    long parentLimit;
    /** Below this, what is missing was found so by a packet that came. */
    private long shownBelow;
    /** Packets had to be asked for that nothing but hearsay tells of. */
    private boolean orphaned;

    /** @param start the first sequence that is wanted */
    Passage(Gaps gaps, Requester requester, long start) {
        this.gaps = gaps;
        this.requester = requester;
        this.shownBelow = start;
    }

    /** A packet came: what was known by hearsay only is missing if it lies before it. */
    void show(long limit, long nowNanos) {
        if (limit > shownBelow) {
            if (gaps.reaches(shownBelow)) {
                gaps.open().subMap(shownBelow, limit).values().forEach(packet -> requester.onShown(packet, nowNanos));
            }
            shownBelow = limit;
        }
    }

    /** A packet is asked for. If nothing but hearsay tells of it, no later one has come in time either. */
    void onAsked(long sequence) {
        orphaned |= sequence >= shownBelow;
    }

    /** Whether nothing comes any more where somebody holds packets below this limit; asked once for each time that shows. */
    boolean isCutOffFrom(long limit) {
        boolean was = orphaned && limit > shownBelow;
        orphaned &= !was;
        return was;
    }

    /** A new packet came from its sender, or from who passes it on. */
    void onPassedOn() {
        orphaned = false;
    }
}
