package org.rmcast.sim;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What can befall the host of a {@link SimNode} besides crash and pause. */
public final class HostFaults {
    private final World world;
    private final SimNode node;
    private final ReceiveSocket socket;
    private int driftPpm;
    private boolean silentOnClosedPorts;
    private Predicate<byte[]> held = datagram -> false;
    private long holdNanos;
    /** When the thread has sent all that it was to send; nothing leaves before that is not after it. */
    private long busyUntilNanos = Long.MIN_VALUE;

    /** The store that fails, or has failed, with its machine. */
    private @Nullable MemoryPacketStore failing;

    HostFaults(World world, SimNode node, ReceiveSocket socket) {
        this.world = world;
        this.node = node;
        this.socket = socket;
    }

    /**
     * From now on the node takes one datagram in each {@code perDatagram} out of its socket buffer; what finds it full is lost.
     *
     * @param perDatagram the time that each costs; 0 for none, as at first
     * @param bufferPackets how many may wait, 1 or more
     */
    public void serve(Duration perDatagram, int bufferPackets) {
        if (perDatagram.isNegative() || bufferPackets < 1) {
            throw new IllegalArgumentException("perDatagram must be 0 or more and bufferPackets 1 or more, were "
                    + perDatagram + " and " + bufferPackets);
        }
        world.record(node.index(), TraceLog.Kind.SERVICE, perDatagram.toNanos(), bufferPackets);
        socket.serve(perDatagram.toNanos(), bufferPackets);
    }

    /** Back to how the simulation was built: datagrams cost no time. */
    public void serveAtOnce() {
        serve(Duration.ZERO, node.settings().socketBufferPackets());
    }

    /**
     * The member's thread waits before each of some datagrams that it sends: until then it does nothing else, what comes waits in the socket
     * buffer, and what finds that full is lost. One wait comes after the other; what is sent later in the same wake-up leaves later.
     *
     * @param which the datagrams for which it waits
     * @param wait for each of them; 0 for none, as at first
     */
    public void waitBeforeSending(Predicate<byte[]> which, Duration wait) {
        if (wait.isNegative()) {
            throw new IllegalArgumentException("wait must be 0 or more, was " + wait);
        }
        world.record(node.index(), TraceLog.Kind.SERVICE, wait.toNanos(), 0);
        held = which;
        holdNanos = wait.toNanos();
    }

    /** Lets a datagram leave, when the member's thread comes to it. */
    void leave(byte[] datagram, Runnable leaves) {
        boolean waits = holdNanos > 0 && held.test(datagram);
        if (!waits && busyUntilNanos <= world.now()) {
            leaves.run();
            return;
        }
        int incarnation = node.incarnations();
        busyUntilNanos = Math.max(busyUntilNanos, world.now()) + (waits ? holdNanos : 0);
        long doneNanos = busyUntilNanos;
        node.pause();
        world.queue.add(doneNanos, now -> {
            if (node.isRunning() && node.incarnations() == incarnation) {
                leaves.run();
                if (busyUntilNanos == doneNanos) {
                    node.resume();
                }
            }
        });
    }

    /** The host gets a new address; its member goes on and is not told. Nobody is at the old address any more. */
    public void move() {
        world.record(node.index(), TraceLog.Kind.MOVE, 0, 0);
        node.attached().move(node.index());
    }

    /**
     * The clock that the engine sees goes fast (or, below 0, slow) by so many parts in a million, from now on and in later
     * incarnations; it does not jump.
     *
     * @param ppm -10,000 to 10,000; 200 is a bad crystal
     */
    public void drift(int ppm) {
        if (Math.abs(ppm) > NodeClock.MAX_DRIFT_PPM) {
            throw new IllegalArgumentException("ppm must be -10000 to 10000, was " + ppm);
        }
        world.record(node.index(), TraceLog.Kind.DRIFT, ppm, 0);
        driftPpm = ppm;
        Incarnation member = node.member();
        if (member != null) {
            member.drift(ppm);
        }
    }

    /**
     * Whether this host answers datagrams for which there is no member here with ICMP port unreachable, as at first and as Linux does. If not, it is
     * as if the machine was off, or its firewall dropped the answers.
     */
    public void answerForClosedPorts(boolean answers) {
        silentOnClosedPorts = !answers;
    }

    /** Somebody tells this host that nobody has the port at an address, though that may not be true. */
    public void forgeUnreachable(InetSocketAddress peer) {
        node.tellUnreachable(peer);
    }

    boolean answersForClosedPorts() {
        return !silentOnClosedPorts;
    }

    /**
     * Lets the machine fail right after the store's next so many writes: what is written or sent after that, within the same
     * wake-up too, comes to nothing. A restart resumes with what the store held then.
     *
     * @throws IllegalStateException if the node has no storage
     */
    public void crashAfterWrites(long writes) {
        MemoryPacketStore store = node.storage();
        if (store == null) {
            throw new IllegalStateException("node " + node.index() + " has no storage");
        }
        failing = store;
        store.failAfter(writes, () -> {
            node.attached().setMute(node.index(), true);
            world.queue.add(world.now(), now -> {
                if (store.hasFailed()) {
                    node.crash();
                }
            });
        });
    }

    int driftPpm() {
        return driftPpm;
    }

    /** The machine is there again after it failed, or will not fail: its store holds what was written before that. */
    void survive() {
        busyUntilNanos = Long.MIN_VALUE;
        MemoryPacketStore survivor = failing;
        if (survivor != null) {
            failing = null;
            survivor.recover();
            node.attached().setMute(node.index(), false);
        }
    }
}
