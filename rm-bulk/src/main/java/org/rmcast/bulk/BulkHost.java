package org.rmcast.bulk;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.FlushResult;
import org.rmcast.api.MeterReadings;
import org.rmcast.api.MeterSource;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Role;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.TestConditions;
import org.rmcast.core.driver.DriverEnd;
import org.rmcast.core.driver.PathPlan;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.impair.Impairer;
import org.rmcast.core.impair.Impairments;
import org.rmcast.core.runtime.EngineRunner;
import org.rmcast.core.runtime.MemberNames;
import org.rmcast.core.runtime.RunnerListener;
import org.rmcast.core.runtime.RunnerReadings;
import org.rmcast.core.runtime.RunnerSetup;
import org.rmcast.core.runtime.SendQueue;
import org.rmcast.core.runtime.StatisticsCache;
import org.rmcast.core.transport.LocalInterface;
import org.rmcast.core.transport.SocketTransport;
import org.rmcast.core.transport.TransportOptions;
import org.rmcast.core.wire.Wire;
import org.rmcast.rmtp.RmtpProtocol;

/** Hosts one engine on sockets of its own, on a thread of its own. Thread safe. */
final class BulkHost implements RunnerListener, MeterSource, AutoCloseable {
    private static final int MOST_FRAME_BYTES = 9_000 - 28;
    private static final FlushResult NOTHING = new FlushResult(false, List.of(), 0);

    private final SocketTransport transport;
    private final EngineRunner runner;
    private final ProtocolEngine engine;
    private final Consumer<SessionEvent> events;
    private final CompletableFuture<DriverEnd> ended = new CompletableFuture<>();
    private final Channel channel;
    private final Role role;
    private final String memberName = MemberNames.next();
    private final CompletableFuture<StatisticsCache<RunnerReadings>> statistics = new CompletableFuture<>();

    private BulkHost(
            Channel channel,
            Role role,
            RmtpProtocol protocol,
            SocketTransport transport,
            int datagramBytes,
            TestConditions testing,
            Consumer<SessionEvent> events) {
        this.channel = channel;
        this.role = role;
        this.transport = transport;
        this.events = events;
        SecureRandom secrets = new SecureRandom();
        PathPlan plan = new PathPlan(protocol.wireId(), channel.sessionId());
        Configured configured = protocol.configure(channel.parameters(), plan.maxPacketBytes(datagramBytes));
        EngineContext context = new EngineContext(
                channel.sessionId(),
                secrets.nextLong() | 1,
                role,
                transport.groupAddress(),
                transport.localAddress(),
                channel.ttl(),
                new SplittableRandom(seed(testing, secrets)),
                secrets,
                null);
        this.engine = configured.createEngine(context);
        RunnerSetup setup = new RunnerSetup(
                configured,
                engine,
                plan.path(context.memberId(), context.incarnation()),
                channel.ttl(),
                impairer(testing.inbound(), seed(testing, secrets)),
                impairer(testing.outbound(), seed(testing, secrets)));
        this.runner = new EngineRunner(setup, transport, new SendQueue(1, 1, () -> {}), this);
    }

    private static long seed(TestConditions testing, SecureRandom secrets) {
        Long given = testing.seed();
        return given == null ? secrets.nextLong() : given;
    }

    private static Impairer impairer(String text, long seed) {
        Impairments impairments = text.isEmpty() ? Impairments.none() : Impairments.parse(text);
        return new Impairer(impairments, new SplittableRandom(seed));
    }

    /**
     * Opens the sockets and starts the engine.
     *
     * @param events what is reported, on the loop
     */
    static BulkHost open(
            Channel channel, Role role, RmtpProtocol protocol, BulkOptions options, Consumer<SessionEvent> events)
            throws IOException {
        LocalInterface local = LocalInterface.resolve(channel.networkInterface(), channel.group());
        int datagramBytes = role == Role.SENDER ? datagramBytes(channel, options, local) : channel.maxDatagramBytes();
        SocketTransport transport = SocketTransport.open(new TransportOptions(
                "rmtp-" + channel.name(),
                channel.groupAddress(),
                local,
                options.memberPort(),
                channel.ttl(),
                options.transport(),
                options.socketBytes(),
                options.socketBytes(),
                options.offload()));
        boolean started = false;
        try {
            BulkHost host = new BulkHost(channel, role, protocol, transport, datagramBytes, options.testing(), events);
            transport.start(host.runner);
            transport.execute(host::start);
            started = true;
            return host;
        } finally {
            if (!started) {
                transport.close();
            }
        }
    }

    /** Receivers take datagrams of any length. Where a frame is longer than a jumbo frame a lost one would cost much. */
    private static int datagramBytes(Channel channel, BulkOptions options, LocalInterface local) {
        boolean fills =
                options.fillFrames() && channel.ttl() <= 1 && channel.maxDatagramBytes() == Wire.DEFAULT_DATAGRAM_BYTES;
        return fills ? Math.min(MOST_FRAME_BYTES, local.wholeDatagramBytes()) : channel.maxDatagramBytes();
    }

    private void start() {
        statistics.complete(
                new StatisticsCache<>(transport, () -> new RunnerReadings(runner.meters(), runner.engineStatistics())));
        runner.start();
    }

    @Override
    public Channel channel() {
        return channel;
    }

    @Override
    public Role role() {
        return role;
    }

    @Override
    public String memberName() {
        return memberName;
    }

    @Override
    public CompletionStage<Void> closed() {
        return ended.thenAccept(end -> {});
    }

    @Override
    public MeterReadings statistics() {
        return statistics.join().get();
    }

    InetSocketAddress address() {
        return transport.localAddress();
    }

    ProtocolEngine engine() {
        return engine;
    }

    /** Runs something on the loop; nothing once it is closed. */
    void execute(Runnable task) {
        try {
            transport.execute(task);
        } catch (RejectedExecutionException e) {
            // Closed: there is nobody left to tell.
        }
    }

    /** Completes when the loop gets to it; never once it is closed. */
    CompletionStage<Void> answer() {
        CompletableFuture<Void> answer = new CompletableFuture<>();
        execute(() -> answer.complete(null));
        return answer;
    }

    CompletionStage<DriverEnd> ended() {
        return ended;
    }

    @Override
    public void close() {
        execute(() -> runner.close(System.nanoTime()));
        transport.closed().toCompletableFuture().join();
    }

    @Override
    public boolean hasRoom() {
        return true;
    }

    @Override
    public void onMessage(ReceivedMessage message) {
        throw new IllegalStateException("there are no messages");
    }

    @Override
    public void onEvent(SessionEvent event) {
        events.accept(event);
    }

    @Override
    public void onFlushed(long flushId, FlushResult result) {}

    @Override
    public void onEnded(DriverEnd end) {
        statistics.join().finish();
        ended.complete(end);
        transport.close();
    }

    @Override
    public void onBatchEnd() {}

    /** Ends without a word to the group. */
    void abort(@Nullable Throwable cause) {
        execute(() -> runner.abort(NOTHING, null, cause));
    }
}
