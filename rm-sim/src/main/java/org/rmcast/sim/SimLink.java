package org.rmcast.sim;

/** A link of the running network, to be changed or cut while it runs. */
public final class SimLink {
    private final World world;
    private final int index;
    private final LinkSettings original;
    private final LinkDirection down;
    private final LinkDirection up;

    SimLink(World world, int index, LinkSettings original, LinkDirection down, LinkDirection up) {
        this.world = world;
        this.index = index;
        this.original = original;
        this.down = down;
        this.up = up;
    }

    /** Changes what happens to datagrams from now on; those on their way arrive as they would have. */
    public void impair(LinkSettings settings) {
        world.record(-1, TraceLog.Kind.LINK, index, 0);
        down.impair(settings.down());
        up.impair(settings.up());
    }

    /** Lets nothing pass any more. What is on its way arrives. */
    public void cut() {
        setCut(true);
    }

    /** Ends a cut. */
    public void uncut() {
        setCut(false);
    }

    /** Back to the settings that the topology gave it, and uncut. */
    public void reset() {
        impair(original);
        setCut(false);
    }

    /** Datagrams lost away from the root since the last change of settings. */
    public long droppedDown() {
        return down.impairer().dropped();
    }

    /** Datagrams lost towards the root since the last change of settings. */
    public long droppedUp() {
        return up.impairer().dropped();
    }

    private void setCut(boolean cut) {
        world.record(-1, TraceLog.Kind.LINK, index, cut ? 1 : 2);
        down.setCut(cut);
        up.setCut(cut);
    }
}
