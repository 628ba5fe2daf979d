package org.rmcast.sim;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Confirmation;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Receipt;
import org.rmcast.api.Recipients;
import org.rmcast.api.Role;
import org.rmcast.api.SendState;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionMeter;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.engine.Promise;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.sim.ledger.SentLog;

/**
 * A host of the simulation with its member and the application above it. Its address stays unless it moves; its member has
 * a new id in each incarnation. What is asked of a paused node happens when it resumes. Figures are of the current incarnation, or of
 * the last one if the member is gone.
 */
public final class SimNode {
    private static final int PURPOSE = 2;
    private static final long MAX_CLOCK_OFFSET_NANOS = 1L << 50;

    private final World world;
    private final int index;
    private final NodeSettings settings;
    private final NodeCounters counters = new NodeCounters();
    private final ReceiveSocket socket;
    private final HostFaults faults;
    private final List<Runnable> postponed = new ArrayList<>();
    private final NodeFlushes flushes = new NodeFlushes();
    final NodeWatchers watchers;
    private @Nullable Network network;
    private @Nullable Incarnation member;
    private @Nullable JudgedMember judged;
    private Consumption consumption = Consumption.immediate();
    private @Nullable MemoryPacketStore store;
    private boolean consuming;
    private boolean offersAtOnce;
    private boolean paused;
    private int incarnations;

    SimNode(World world, int index, NodeSettings settings) {
        this.world = world;
        this.index = index;
        this.settings = settings;
        this.socket = new ReceiveSocket(world.queue, settings, now -> onGathered());
        this.watchers = new NodeWatchers(world);
        this.faults = new HostFaults(world, this, socket);
    }

    /** The host's number in the topology. */
    public int index() {
        return index;
    }

    public Role role() {
        return settings.role();
    }

    /** Where this node is reached by unicast now. */
    public InetSocketAddress address() {
        Network net = network;
        return net == null ? addressOf(index) : net.address(index);
    }

    /** What its protocol promises. */
    Promise promise() {
        return settings.protocol().promise();
    }

    /** Whether a member runs here: started, not crashed, not closed. A paused one runs. */
    public boolean isRunning() {
        return member != null && member.isRunning();
    }

    public boolean isPaused() {
        return paused;
    }

    /** How often a member was started here. */
    public int incarnations() {
        return incarnations;
    }

    /** The current member id; it is (index + 1) · 1000 + the number of earlier incarnations when its session began. */
    public long memberId() {
        return current().memberId();
    }

    public EngineStatistics statistics() {
        return current().driver().engine().statistics();
    }

    /** The engine's own description of its state: for people who look for a defect. */
    public String describeEngine() {
        return isRunning() ? String.valueOf(current().driver().engine()) : "not running";
    }

    /** What keeps this node's messages from leaving its engine. */
    public SendState sendState() {
        return current().driver().engine().sendState(world.now());
    }

    /** Receivers that this node's engine knows of. */
    public int receiverCount() {
        return current().driver().engine().receiverCount();
    }

    /** The engine, for questions that have no other answer; to call its events would break the run. */
    public ProtocolEngine engine() {
        return current().driver().engine();
    }

    public NodeCounters counters() {
        return counters;
    }

    /** What this incarnation's driver counted: wake-ups, engine calls, datagrams refused. */
    public MeterValues<SessionMeter> driverCounters() {
        return current().driver().counters();
    }

    /** Messages that the engine delivered. */
    public long delivered() {
        return current().receiving().delivered();
    }

    /** The same in bytes. */
    public long deliveredBytes() {
        return current().receiving().deliveredBytes();
    }

    /** Messages that the engine reported as lost. */
    public long reportedLost() {
        return current().receiving().reportedLost();
    }

    /** This node's storage, see {@link SimulationBuilder#storage}; null if it has none. */
    public @Nullable MemoryPacketStore storage() {
        return store;
    }

    /** Messages that the engine accepted for sending, those of the member that it resumed included. */
    public long accepted() {
        return current().log().accepted();
    }

    /** Whether all that this application wanted to send was accepted. */
    public boolean isSendingDone() {
        return current().sending().isDone();
    }

    /** What the engine reported, oldest first; the first 10,000 of each incarnation. */
    public List<SessionEvent> events() {
        return List.copyOf(current().receiving().events());
    }

    /** Events of one kind, oldest first. */
    public <E extends SessionEvent> List<E> events(Class<E> kind) {
        return current().receiving().events().stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    /** What the engine said became of the messages sent, oldest first; the first 10,000 of each incarnation. */
    public List<Receipt> receipts() {
        return List.copyOf(current().sending().receipts());
    }

    /** Calls {@code listener} with each event of this node, of all incarnations, when it is reported. */
    public void onEvent(Consumer<SessionEvent> listener) {
        watchers.add(listener);
    }

    /** Lets somebody watch this node, in all incarnations. */
    public void observe(NodeObserver observer) {
        watchers.add(observer);
    }

    /** Where a host of any topology is reached by unicast as long as it has not moved. */
    public static InetSocketAddress addressOf(int host) {
        return Network.addressOf(host);
    }

    /** How the member ended, null if it has not closed. */
    public @Nullable FlushResult closeResult() {
        return member == null ? null : member.closeResult();
    }

    /**
     * Gives the application's queue one message; the array must not be changed afterwards.
     *
     * @return false if the queue is full
     */
    public boolean send(byte[] message) {
        return send(message, Recipients.GROUP);
    }

    /** As {@link #send(byte[])}, to some members. */
    public boolean send(byte[] message, Recipients to) {
        checkDestinations(!to.isGroup());
        boolean queued = current().sending().enqueue(message, to);
        run(current(), Incarnation::finish);
        return queued;
    }

    /** Starts to send; replaces a workload that is not done. Ends with the incarnation. */
    public void send(Workload workload) {
        checkDestinations(workload.subsets() > 0);
        Incarnation sender = current();
        sender.sending().start(workload, world.now());
        run(sender, Incarnation::finish);
    }

    private void checkDestinations(boolean someMembers) {
        if (someMembers && promise().destinations() == Promise.Destinations.GROUP) {
            throw new IllegalArgumentException("the protocol sends to the whole group, not to some members");
        }
    }

    /** Sets how fast the application takes messages, from now on and in later incarnations. */
    public void consume(Consumption how) {
        consumption = how;
        Incarnation receiver = member;
        if (receiver != null) {
            run(receiver, Incarnation::finish);
        }
    }

    /**
     * Whether the application gives the engine its next message as soon as the engine has room for it, within the same wake-up; else, as in a
     * session, with the next one, whatever causes that. Off at first.
     */
    public void offerAtOnce(boolean atOnce) {
        offersAtOnce = atOnce;
    }

    boolean offersAtOnce() {
        return offersAtOnce;
    }

    /** Asks whether everyone has everything; the answer comes in virtual time, by the timeout at the latest. */
    public SimFlush flush(Duration timeout) {
        return flush(Confirmation.EVERYONE, timeout);
    }

    /** Asks whether those that are named have everything; the answer comes in virtual time, by the timeout at the latest. */
    public SimFlush flush(Confirmation by, Duration timeout) {
        SimFlush flush = flushes.open();
        run(current(), asked -> asked.flush(flush.id(), by, timeout.toNanos()));
        return flush;
    }

    /**
     * Closes in good order, by the timeout at the latest; see {@link #closeResult()}. What the engine has not accepted by
     * now is not sent: wait for {@link #isSendingDone()} first.
     */
    public void close(Duration timeout) {
        run(current(), asked -> asked.close(timeout.toNanos()));
    }

    /** The member vanishes at once, and its sockets with it. */
    public void crash() {
        Incarnation victim = member;
        if (victim == null || !victim.isRunning()) {
            return;
        }
        world.record(index, TraceLog.Kind.CRASH, victim.memberId(), 0);
        victim.vanish();
        victim.log().abandon();
        faults.survive();
        world.judge.crashed(judged());
        socket.clear();
        attached().closedPorts().forget(index);
        postponed.clear();
        paused = false;
    }

    /** Starts a new member at the same address; crashes the present one first, if there is one. */
    public void restart() {
        crash();
        start();
    }

    /** Stops the member and its application as SIGSTOP does: datagrams wait in the socket buffer until it is full. */
    public void pause() {
        if (!paused && isRunning()) {
            world.record(index, TraceLog.Kind.PAUSE, 0, 0);
            paused = true;
        }
    }

    /** Ends a pause: what waited in the socket comes first, then timers, late. */
    public void resume() {
        if (!paused) {
            return;
        }
        world.record(index, TraceLog.Kind.RESUME, 0, 0);
        paused = false;
        List<Runnable> calls = List.copyOf(postponed);
        postponed.clear();
        calls.forEach(Runnable::run);
        Incarnation awake = member;
        if (socket.isSlow() && awake != null && awake.isRunning()) {
            awake.finish();
            socket.await(world.now());
        } else {
            drain();
        }
    }

    /** Stops the member for some time; its clocks go on. */
    public void pause(Duration length) {
        pause();
        world.queue.add(world.now() + length.toNanos(), now -> resume());
    }

    /** What else can befall this host. */
    public HostFaults faults() {
        return faults;
    }

    NodeSettings settings() {
        return settings;
    }

    void attach(Network built) {
        network = built;
    }

    void start() {
        Network net = attached();
        faults.survive();
        SplittableRandom random = world.random(PURPOSE, index, incarnations);
        SentLog resumed = resumedLog();
        long memberId =
                resumed == null ? (index + 1) * 1000L + incarnations : current().memberId();
        incarnations++;
        NodeClock clock = new NodeClock(random.nextLong(-MAX_CLOCK_OFFSET_NANOS, MAX_CLOCK_OFFSET_NANOS));
        clock.drift(faults.driftPpm(), world.now());
        SentLog log = resumed == null ? new SentLog() : resumed;
        world.sentLogs.put(memberId, log);
        if (resumed == null && settings.storageBytes() > 0) {
            store = new MemoryPacketStore(settings.storageBytes());
        }
        SendingApplication sending = new SendingApplication(
                memberId, settings.sendQueueMessages(), random.split(), log, () -> engine().members());
        EngineContext context = new EngineContext(
                        settings.sessionId(),
                        memberId,
                        settings.role(),
                        settings.group(),
                        address(),
                        settings.ttl(),
                        random.split(),
                        random.split(),
                        store)
                .withPruning(settings.pruning());
        Incarnation fresh = new Incarnation(world, net, this, settings, context, clock, sending, log);
        member = fresh;
        judged = new JudgedMember(this, fresh, settings, world.sentLogs);
        log.resumeAt(fresh.driver().engine().firstMessage());
        fresh.start();
    }

    /** What the member before sent, if this one goes on with it: it is a sender with storage and did not close. */
    private @Nullable SentLog resumedLog() {
        Incarnation before = member;
        return !role().sends() || store == null || before == null || before.closeResult() != null ? null : before.log();
    }

    /** A datagram comes to the socket. */
    void arrive(Packet packet, long nowNanos) {
        if (packet.isUnreachable()) {
            onUnreachable(packet);
            return;
        }
        watchers.heard(packet.bytes(), packet.destination() == Packet.GROUP);
        Incarnation receiver = member;
        if (receiver == null || !receiver.isRunning()) {
            counters.unheard++;
            attached().closedPorts().answer(packet, faults.answersForClosedPorts());
            return;
        }
        if (network != null && !network.connected(packet.origin(), index)) {
            counters.partitioned++;
            return;
        }
        if (!world.filter.passes(index, packet.bytes())) {
            counters.filtered++;
            return;
        }
        world.judge.heard(index, packet);
        if (!paused && socket.isImmediate()) {
            receiver.receive(packet);
            receiver.finish();
            return;
        }
        if (!socket.offer(packet)) {
            counters.socketOverflows++;
        } else if (!paused) {
            socket.await(world.now());
        }
    }

    /** The system drops a damaged one, and one for which no socket waits. */
    private void onUnreachable(Packet packet) {
        if (!packet.corrupted() && attached().connected(packet.origin(), index)) {
            tellUnreachable(packet.from());
        }
    }

    void tellUnreachable(InetSocketAddress peer) {
        Incarnation teller = member;
        if (teller != null && attached().closedPorts().isWatched(index, peer)) {
            run(teller, told -> told.portUnreachable(peer));
        }
    }

    /** The application takes what it takes at the end of a wake-up. */
    void consume(Incarnation receiver) {
        if (consumption.stopped() || receiver.receiving().isIdle()) {
            return;
        }
        if (consumption.interval().isZero()) {
            if (receiver.receiving().take(Integer.MAX_VALUE)) {
                world.queue.add(world.now(), now -> run(receiver, Incarnation::room));
            }
        } else if (!consuming) {
            consuming = true;
            world.queue.add(world.now() + consumption.interval().toNanos(), now -> onConsume());
        }
    }

    void onEvent(SessionEvent event) {
        watchers.reported(event);
        world.judge.reported(judged(), event);
    }

    void onAccepted(long number) {
        watchers.accepted(number);
        world.judge.accepted(current());
    }

    void onDelivered(long sourceId, long number) {
        watchers.delivered(sourceId, number);
        world.judge.delivered(judged(), sourceId, number);
    }

    /** What is wrong with the answer to a flush, or null. */
    @Nullable
    String onFlushed(long flushId, FlushResult result) {
        String wrong = flushes.answer(flushId, result);
        if (wrong == null) {
            world.judge.answered(judged(), flushId, result);
        }
        return wrong;
    }

    @Nullable
    Incarnation member() {
        return member;
    }

    /** The present or last member, as the judge sees it; null if there was none. */
    @Nullable
    JudgedMember judgedOrNull() {
        return judged;
    }

    /** The present or last member, as the judge sees it. */
    JudgedMember judged() {
        JudgedMember present = judged;
        if (present == null) {
            throw new IllegalStateException("node " + index + " has not started");
        }
        return present;
    }

    private void onConsume() {
        consuming = false;
        Incarnation receiver = member;
        if (receiver == null || !receiver.isRunning() || consumption.stopped()) {
            return;
        }
        if (!paused && receiver.receiving().take(1)) {
            receiver.room();
        }
        consume(receiver);
    }

    private void onGathered() {
        if (paused) {
            return;
        }
        if (socket.isSlow()) {
            Packet next = socket.poll();
            if (next != null) {
                take(next);
            }
            socket.await(world.now());
        } else {
            drain();
        }
    }

    private void take(Packet packet) {
        Incarnation receiver = member;
        if (receiver != null && receiver.isRunning()) {
            receiver.receive(packet);
            receiver.finish();
        }
    }

    /** One wake-up for everything that waits in the socket. */
    private void drain() {
        Incarnation receiver = member;
        if (receiver == null || !receiver.isRunning()) {
            return;
        }
        for (Packet packet = socket.poll(); packet != null; packet = socket.poll()) {
            receiver.receive(packet);
        }
        receiver.finish();
    }

    Network attached() {
        Network net = network;
        if (net == null) {
            throw new IllegalStateException("node " + index + " has no network");
        }
        return net;
    }

    private void run(Incarnation asked, Consumer<Incarnation> call) {
        if (!asked.isRunning()) {
            return;
        }
        if (paused) {
            postponed.add(() -> run(asked, call));
        } else {
            call.accept(asked);
        }
    }

    private Incarnation current() {
        Incarnation present = member;
        if (present == null) {
            throw new IllegalStateException("node " + index + " has not started");
        }
        return present;
    }
}
