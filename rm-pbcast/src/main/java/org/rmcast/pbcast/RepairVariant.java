package org.rmcast.pbcast;

/**
 * When a packet that was asked for is multicast rather than sent to who asked.
 *
 * <p>Paper: Özkasap, "Performance Study", figures 5 and 7. Figure 7 is followed where the text says the reverse: the first
 * repair is a unicast, evidence of repeated loss makes it a multicast. "Exceeds the threshold" is taken as "reaches".
 */
interface RepairVariant {
    /** Always unicast. */
    RepairVariant BASIC = new RepairVariant() {
        @Override
        public boolean multicastOnRequest(RepairTallies.Tally tally) {
            return false;
        }

        @Override
        public boolean usesRepairBits() {
            return false;
        }
    };

    /** Counts a request; whether the repair is to be multicast. The caller resets the tally then. */
    boolean multicastOnRequest(RepairTallies.Tally tally);

    /** Whether members tell each other what they have repaired by unicast. */
    boolean usesRepairBits();

    static RepairVariant of(PbcastConfig config) {
        return switch (config.variant) {
            case BASIC -> BASIC;
            case IPMC -> new Counting(config.repairThreshold, false);
            case GRB, LOCAL -> new Counting(config.repairThreshold, true);
        };
    }

    /**
     * Multicasts at a number of requests; with bits also when this member has repaired the packet by unicast before, and
     * another one says that it has.
     */
    record Counting(int threshold, boolean usesRepairBits) implements RepairVariant {
        @Override
        public boolean multicastOnRequest(RepairTallies.Tally tally) {
            tally.requests++;
            return tally.requests >= threshold || (usesRepairBits && tally.repaired && tally.repairedElsewhere >= 1);
        }
    }
}
