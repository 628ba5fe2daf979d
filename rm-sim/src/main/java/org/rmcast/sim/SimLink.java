package org.rmcast.sim;

import org.jspecify.annotations.Nullable;

/**
 * A link of the running network, to be changed or cut while it runs. Down is away from the root, up towards it; of a cross
 * link, down is from the router named first to the second.
 */
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

    /** Injects a fault into what goes away from the root, in place of the one before; null for none. */
    public void injectDown(@Nullable LinkFault fault) {
        world.record(-1, TraceLog.Kind.LINK, index, 3);
        down.setFault(fault);
    }

    /** Injects a fault into what goes towards the root, in place of the one before; null for none. */
    public void injectUp(@Nullable LinkFault fault) {
        world.record(-1, TraceLog.Kind.LINK, index, 4);
        up.setFault(fault);
    }

    /** Lets nothing pass any more. What is on its way arrives. */
    public void cut() {
        setCut(true);
    }

    /** Ends a cut. */
    public void uncut() {
        setCut(false);
    }

    /** Back to the settings that the topology gave it, without injected faults, and uncut. */
    public void reset() {
        impair(original);
        down.setFault(null);
        up.setFault(null);
        setCut(false);
    }

    /** Datagrams lost away from the root since the last change of settings, and those that the present fault has dropped. */
    public long droppedDown() {
        return down.impairer().dropped() + down.droppedByFault();
    }

    /** The same towards the root. */
    public long droppedUp() {
        return up.impairer().dropped() + up.droppedByFault();
    }

    LinkSettings original() {
        return original;
    }

    LinkDirection down() {
        return down;
    }

    LinkDirection up() {
        return up;
    }

    private void setCut(boolean cut) {
        world.record(-1, TraceLog.Kind.LINK, index, cut ? 1 : 2);
        down.setCut(cut);
        up.setCut(cut);
    }
}
