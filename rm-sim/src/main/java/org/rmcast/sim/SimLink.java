package org.rmcast.sim;

import java.time.Duration;
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

    /** Ends all cuts. */
    public void uncut() {
        setCut(false);
    }

    /** Lets datagrams of one kind no longer pass away from the root, in place of the cut before; with NONE all pass. */
    public void cutDown(Traffic traffic) {
        world.record(-1, TraceLog.Kind.ONE_WAY_CUT, index, traffic.code());
        down.setCut(traffic);
    }

    /** The same towards the root. */
    public void cutUp(Traffic traffic) {
        world.record(-1, TraceLog.Kind.ONE_WAY_CUT, index, -1 - traffic.code());
        up.setCut(traffic);
    }

    /**
     * Cuts the link now and mends it again, several times over.
     *
     * @param times how often, 1 or more
     * @param down how long it is cut each time
     * @param up how long it works in between
     */
    public void flap(int times, Duration down, Duration up) {
        if (times < 1) {
            throw new IllegalArgumentException("times must be 1 or more, was " + times);
        }
        long begin = world.now();
        long period = down.plus(up).toNanos();
        for (int i = 0; i < times; i++) {
            world.queue.add(begin + i * period, now -> cut());
            world.queue.add(begin + i * period + down.toNanos(), now -> uncut());
        }
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

    /** What went away from the root since the simulation began. */
    public LinkUse useDown() {
        return down.use();
    }

    /** The same towards the root. */
    public LinkUse useUp() {
        return up.use();
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
        down.setCut(cut ? Traffic.ALL : Traffic.NONE);
        up.setCut(cut ? Traffic.ALL : Traffic.NONE);
    }
}
