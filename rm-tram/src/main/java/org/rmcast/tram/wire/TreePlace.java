package org.rmcast.tram.wire;

/**
 * Where a node is in the repair tree, so that the tree cannot close into a loop, whatever is lost. The sender numbers its hellos;
 * each head passes on, in its own, the number of the latest that has come down to it. Who serves others, or did, takes only a head
 * that has heard a later one, or the same one at a lower level: nothing that hangs below it can say so of itself.
 *
 * <p>Source: the rule of sequenced distance vectors: Perkins and Royer, "Ad-hoc On-Demand Distance Vector Routing", section 2;
 * RFC 8966 (Babel), section 2.4 to 2.6. JRMS 1.1 compares levels alone, which rise when a head moves.
 *
 * @param wave the number of the sender's hello, from 1; 0 outside of the tree, and for a head that was only named
 * @param level 1 at the sender, one more below each head; 0 outside of the tree
 */
public record TreePlace(long wave, int level) {
    /** Not in the tree. */
    public static final TreePlace NONE = new TreePlace(0, 0);

    /** The deepest tree; a node below is not in it. */
    public static final int MAX_LEVEL = 255;

    /** Whether this is a place in the tree. */
    public boolean exists() {
        return level > 0;
    }

    /** The place of a member of the head that is here; none if that would be too deep. */
    public TreePlace below() {
        return exists() && level < MAX_LEVEL ? new TreePlace(wave, level + 1) : NONE;
    }

    /**
     * Whether who is here may be the head of a node.
     *
     * @param kept the place at which that node last served others, {@link #NONE} if it never did
     */
    public boolean mayServe(TreePlace kept) {
        return exists()
                && level < MAX_LEVEL
                && (!kept.exists() || wave > kept.wave || (wave == kept.wave && level < kept.level));
    }
}
