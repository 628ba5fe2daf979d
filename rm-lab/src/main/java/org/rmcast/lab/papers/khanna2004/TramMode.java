package org.rmcast.lab.papers.khanna2004;

import org.rmcast.api.Parameters;

/** The two protocols compared: the same engines, another recovery. */
enum TramMode {
    TRAM("tram", "TRAM"),
    TRAM_PLUS_PLUS("trampp", "TRAM++");

    private final String id;
    private final String words;

    TramMode(String id, String words) {
        this.id = id;
        this.words = words;
    }

    /** In the ids of runs. */
    String id() {
        return id;
    }

    /** For people. */
    String words() {
        return words;
    }

    /** The mode's own parameters, added to those that both have. */
    Parameters apply(Parameters common, Recovery recovery) {
        if (this == TRAM) {
            return common;
        }
        return common.with("recovery", "REAFFILIATE")
                .with("headCachePackets", recovery.headCachePackets())
                .with("headCacheLowMark", recovery.headLowMark())
                .with("headCacheHighMark", recovery.headHighMark())
                .with("slowReceivers", "PRUNE")
                .with("pruneUnsatisfiedShare", recovery.pruneShare())
                .with("pruneReaffiliations", PaperSettings.PRUNE_REAFFILIATIONS);
    }

    /**
     * What TRAM++ has besides.
     *
     * @param pruneShare requests that the head cannot satisfy, as a share of all packets, above which a member is pruned
     */
    record Recovery(int headCachePackets, int headLowMark, int headHighMark, double pruneShare) {
        /** Table 2 of the paper. */
        static Recovery paper(double pruneShare) {
            return new Recovery(
                    PaperSettings.HEAD_CACHE, PaperSettings.HEAD_LOW_MARK, PaperSettings.HEAD_HIGH_MARK, pruneShare);
        }

        /** Another capacity with marks in the paper's proportion. */
        static Recovery ofCapacity(int packets) {
            return new Recovery(
                    packets,
                    packets * PaperSettings.HEAD_LOW_MARK / PaperSettings.HEAD_CACHE,
                    packets * PaperSettings.HEAD_HIGH_MARK / PaperSettings.HEAD_CACHE,
                    PaperSettings.PRUNE_SHARE_LITERAL);
        }
    }
}
