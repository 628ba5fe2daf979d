package org.rmcast.sim;

import java.net.InetSocketAddress;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Receipt;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Recipients;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.driver.DriverEnd;
import org.rmcast.core.driver.DriverHost;
import org.rmcast.core.driver.StateApplication;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.Reason;
import org.rmcast.sim.check.FlushQuestion;
import org.rmcast.sim.ledger.SentLog;

/**
 * The world that one incarnation's engine sees: the simulated network below it, its application above, and the judge, who
 * checks each thing that it asks for.
 */
final class MemberHost implements DriverHost {
    private final World world;
    private final Network network;
    private final SimNode node;
    private final long memberId;
    private final SendingApplication sending;
    private final WorkloadTimer workload;
    private final ReceivingApplication receiving;
    private final SentLog log;
    private boolean ended;
    private boolean closing;
    private @Nullable FlushResult closeResult;
    private int offeredHash;
    private int offeredBytes;

    MemberHost(
            World world,
            Network network,
            SimNode node,
            long memberId,
            SendingApplication sending,
            WorkloadTimer workload,
            ReceivingApplication receiving,
            SentLog log) {
        this.world = world;
        this.network = network;
        this.node = node;
        this.memberId = memberId;
        this.sending = sending;
        this.workload = workload;
        this.receiving = receiving;
        this.log = log;
    }

    /** The application closes: it sends nothing more, and the engine may end. */
    void closing() {
        closing = true;
    }

    boolean hasEnded() {
        return ended;
    }

    @Nullable
    FlushResult closeResult() {
        return closeResult;
    }

    @Override
    public byte @Nullable [] nextMessage() {
        if (closing) {
            return null;
        }
        byte[] message = sending.peek(world.now());
        if (message == null) {
            workload.await(sending.nextDueNanos());
        } else {
            offeredHash = Payloads.hash(message);
            offeredBytes = message.length;
        }
        return message;
    }

    @Override
    public boolean hasHeaders() {
        return sending.hasHeaders();
    }

    @Override
    public Recipients recipients() {
        return sending.recipients();
    }

    @Override
    public void messageAccepted() {
        record(TraceLog.Kind.ACCEPTED, log.accepted(), offeredHash);
        log.append(offeredHash, offeredBytes, world.now());
        if (!sending.recipients().isGroup()) {
            log.restrict(LongStream.of(sending.recipients().memberIds()).boxed().collect(Collectors.toSet()));
        }
        sending.accepted();
        node.onAccepted(log.accepted() - 1L);
    }

    @Override
    public void send(@Nullable InetSocketAddress to, int ttl, byte[] datagram) {
        boolean multicast = to == null;
        checkRunning(multicast ? "multicast" : "unicast");
        int most = node.settings().maxDatagramBytes();
        check(datagram.length > most ? "a datagram of " + datagram.length + " bytes, at most " + most : null);
        node.faults().leave(datagram, () -> leave(to, ttl, datagram));
    }

    private void leave(@Nullable InetSocketAddress to, int ttl, byte[] datagram) {
        boolean multicast = to == null;
        int host = to == null ? Packet.GROUP : network.hostOf(to);
        Packet packet = Packet.of(datagram, node.index(), node.address(), host);
        node.counters().sent(multicast, datagram.length);
        record(multicast ? TraceLog.Kind.MULTICAST : TraceLog.Kind.UNICAST, multicast ? ttl : host, packet.hash());
        node.watchers.sent(datagram, multicast);
        if (to != null) {
            world.judge.unicast(node.judged(), to, datagram.length);
        }
        if (!multicast && host < 0) {
            node.counters().unroutable++;
        } else if (host != node.index()) {
            network.send(packet, ttl);
        }
    }

    @Override
    public void watchPort(InetSocketAddress peer) {
        checkRunning("watchPort");
        network.closedPorts().watch(node.index(), peer);
    }

    @Override
    public void unwatchPort(InetSocketAddress peer) {
        network.closedPorts().unwatch(node.index(), peer);
    }

    @Override
    public boolean hasRoom() {
        return receiving.askRoom();
    }

    @Override
    public void deliver(ReceivedMessage message) {
        checkRunning("deliver");
        judge(receiving.deliver(message, node.index()));
        node.onDelivered(message.sourceId(), message.sequence());
    }

    @Override
    public void report(SessionEvent event) {
        checkRunning("report");
        world.trace.record(world.now(), node.index(), TraceLog.Kind.REPORT, 0, 0, event);
        judge(receiving.report(event));
        noteView(event);
        node.onEvent(event);
    }

    /** Whom the engine has for a member, as it says, is who is sent its messages. */
    private void noteView(SessionEvent event) {
        if (event instanceof SessionEvent.MemberJoined joined && joined.memberId() != memberId) {
            log.sees(joined.memberId(), true);
        } else if (event instanceof SessionEvent.MemberFailed failed) {
            log.sees(failed.memberId(), false);
        } else if (event instanceof SessionEvent.MemberLeft left) {
            log.sees(left.memberId(), false);
        } else if (event instanceof SessionEvent.MemberPruned pruned) {
            log.sees(pruned.memberId(), false);
        }
    }

    @Override
    public @Nullable StateApplication stateApplication() {
        return receiving.replica();
    }

    @Override
    public void flushed(long flushId, FlushResult result) {
        checkRunning("flushed");
        record(TraceLog.Kind.FLUSHED, flushId, result.complete() ? 1 : 0);
        judge(node.onFlushed(flushId, result));
    }

    @Override
    public void confirmed(Receipt receipt) {
        checkRunning("confirmed");
        world.trace.record(
                world.now(),
                node.index(),
                TraceLog.Kind.CONFIRMED,
                receipt.message(),
                receipt.arrivals().size(),
                receipt.missing());
        sending.confirmed(receipt);
        world.judge.confirmed(node.judged(), receipt);
    }

    @Override
    public void ended(DriverEnd end) {
        world.throwIfFailed();
        Reason failure = end.failure();
        if (failure != null && end.cause() != null) {
            throw world.violation(node.index(), "member " + memberId + ": " + failure.text(), end.cause());
        }
        record(TraceLog.Kind.CLOSED, end.result().complete() ? 1 : 0, 0);
        network.closedPorts().forget(node.index());
        ended = true;
        closeResult = end.result();
        world.judge.answered(node.judged(), FlushQuestion.CLOSE, end.result());
        if (!closing) {
            check(receiving.wasToldOfEnd() ? null : "the engine closed unasked, and no event said why");
            log.abandon();
        }
    }

    /** Looks whether the engine holds more packets than it says it may. */
    void checkMemory(EngineStatistics statistics) {
        long packets = statistics.get(EngineMeter.BUFFER_PACKETS);
        long capacity = statistics.get(EngineMeter.BUFFER_CAPACITY_PACKETS);
        check(
                capacity > 0 && packets > capacity
                        ? "the engine holds " + packets + " packets, its bound is " + capacity
                        : null);
    }

    private void checkRunning(String action) {
        check(ended ? "the engine asked for " + action + " after it had closed" : null);
    }

    /** Checks what the application is given, unless messages are forged in this run. */
    private void judge(@Nullable String wrong) {
        check(node.settings().judged() ? wrong : null);
    }

    private void check(@Nullable String wrong) {
        if (wrong != null) {
            throw world.violation(node.index(), "member " + memberId + ": " + wrong);
        }
    }

    private void record(TraceLog.Kind kind, long first, long second) {
        world.record(node.index(), kind, first, second);
    }
}
