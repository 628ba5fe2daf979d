package org.rmcast.core.session;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.Role;
import org.rmcast.api.SessionOptions;
import org.rmcast.api.StorageOptions;
import org.rmcast.core.driver.NameBook;
import org.rmcast.core.driver.PathPlan;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Protocols;
import org.rmcast.core.impair.Impairer;
import org.rmcast.core.impair.Impairments;
import org.rmcast.core.runtime.ImpairedPath;
import org.rmcast.core.runtime.MemberNames;
import org.rmcast.core.runtime.RunnerSetup;
import org.rmcast.core.storage.FilePacketStore;
import org.rmcast.core.transport.DatagramTransport;
import org.rmcast.core.transport.NettyVersion;

/** Opens a session step by step; closes what it has opened if a later step fails. */
final class SessionOpener {
    private final SessionOptions options;
    private final SessionNetwork network;
    private final Channel channel;
    private final @Nullable SharedRuntime runtime;
    private final Impairments inbound;
    private final Impairments outbound;

    /** @throws IllegalArgumentException if a test condition is not understood, or a contact has no address */
    SessionOpener(SessionOptions options, SessionNetwork network) {
        this.network = network;
        this.channel = ContactNames.resolved(options.channel());
        this.options = options.on(channel);
        this.runtime = SharedRuntime.of(options);
        this.inbound = impairments("inbound", options.testing().inbound());
        this.outbound = impairments("outbound", options.testing().outbound());
    }

    /** What a test does to the network, as it was written. */
    private static Impairments impairments(String which, String text) {
        try {
            return text.isEmpty() ? Impairments.none() : Impairments.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("testing " + which + ": " + e.getMessage(), e);
        }
    }

    ReliableMulticastSession open() throws IOException {
        NettyVersion.check();
        if (!options.role().receives() && options.messageListener() != null) {
            throw new IllegalArgumentException(
                    "a " + options.role() + " receives no messages, so it cannot have a message listener");
        }
        if (options.deliverOwn() && !(options.role().sends() && options.role().receives())) {
            throw new IllegalArgumentException(
                    "a " + options.role() + " does not both send and receive, so it cannot be given its own messages");
        }
        Protocol protocol = Protocols.find(channel.protocol());
        PathPlan plan = new PathPlan(protocol.wireId(), channel.sessionId());
        int maxPacketBytes = plan.maxPacketBytes(channel.maxDatagramBytes());
        check(protocol, protocol.configure(channel.parameters(), maxPacketBytes));
        long pathBytes =
                ImpairedPath.boundBytes(inbound) + ImpairedPath.boundBytes(outbound) + network.heapBytes(options);
        SessionHeap.Reservation heap =
                SessionHeap.JVM.reserve(free -> SessionMemory.fit(options, protocol, maxPacketBytes, pathBytes, free));
        boolean opened = false;
        try {
            ReliableMulticastSession session = open(plan, heap);
            opened = true;
            return session;
        } finally {
            if (!opened) {
                heap.release();
            }
        }
    }

    private void check(Protocol protocol, Configured configured) {
        if (!configured.roles().contains(configured.protocolRole(options.role()))) {
            throw new IllegalArgumentException("protocol " + protocol.name() + " has no role " + options.role()
                    + "; it has " + new TreeSet<>(configured.roles()));
        }
        checkStorage(configured);
        checkState(configured);
    }

    private ReliableMulticastSession open(PathPlan plan, SessionHeap.Reservation heap) throws IOException {
        String given = options.memberName();
        String memberName = given != null ? given : MemberNames.next();
        DatagramTransport transport = network.open(options, memberName);
        FilePacketStore store = null;
        boolean opened = false;
        try {
            store = openStore();
            ReliableMulticastSession session = start(plan, heap, memberName, transport, store);
            opened = true;
            return session;
        } finally {
            if (!opened) {
                transport.close();
                if (store != null) {
                    store.close();
                }
            }
        }
    }

    private void checkState(Configured configured) {
        if (options.stateProvider() == null) {
            if (options.stateAtStart() != null) {
                throw new IllegalArgumentException("stateAtStart needs a state(provider, consumer)");
            }
            return;
        }
        if (!options.role().receives()) {
            throw new IllegalArgumentException("a " + options.role() + " receives no messages, so it has no state");
        }
        if (!configured.supportsState()) {
            throw new IllegalArgumentException("protocol " + channel.protocol() + " transfers no state");
        }
    }

    private void checkStorage(Configured configured) {
        StorageOptions storage = options.storage();
        if (storage == null) {
            return;
        }
        if (!configured.supportsStorage(options.role())) {
            boolean ofSenders = configured.supportsStorage(Role.SENDER);
            throw new IllegalArgumentException("protocol " + channel.protocol() + " has no use for storage"
                    + (ofSenders ? " at a " + options.role() + " that repairs for nobody" : ""));
        }
        if (options.role() != Role.SENDER && (storage.resume() || storage.force())) {
            throw new IllegalArgumentException("the storage of a " + options.role()
                    + " is a cache, empty at the start and removed at the end: it can neither resume nor force");
        }
    }

    private @Nullable FilePacketStore openStore() throws IOException {
        StorageOptions storage = options.storage();
        if (storage == null) {
            return null;
        }
        Long wanted = options.memberId();
        LongSupplier newMemberId = () -> wanted != null ? wanted : network.nextMemberId();
        FilePacketStore store = options.role() == Role.SENDER
                ? FilePacketStore.open(storage, channel.sessionId(), channel.name(), newMemberId)
                : FilePacketStore.openCache(storage, channel.sessionId(), channel.name(), newMemberId);
        if (wanted != null && wanted != store.memberId()) {
            store.close();
            throw new IllegalArgumentException("memberId is " + wanted + ", but the session in storage "
                    + storage.directory() + " has member id " + store.memberId() + "; leave memberId out");
        }
        return store;
    }

    private long memberId(@Nullable FilePacketStore store) {
        return store != null
                ? store.memberId()
                : options.memberId() != null ? options.memberId() : network.nextMemberId();
    }

    private ReliableMulticastSession start(
            PathPlan plan,
            SessionHeap.Reservation heap,
            String memberName,
            DatagramTransport transport,
            @Nullable FilePacketStore store) {
        Configured configured = heap.memory().configured();
        long memberId = memberId(store);
        Long given = options.testing().seed() != null ? options.testing().seed() : network.nextSeed();
        long seed = given != null ? given : new SecureRandom().nextLong();
        EngineContext started = new EngineContext(
                channel.sessionId(),
                memberId,
                options.role(),
                transport.groupAddress(),
                transport.localAddress(),
                channel.ttl(),
                new SplittableRandom(seed),
                new SecureRandom(),
                store);
        EngineContext context = started.withPruning(ApplicationPruning.of(options, configured));
        ProtocolEngine engine = configured.createEngine(context);
        NameBook names = new NameBook();
        long salt = given != null ? given : memberId;
        RunnerSetup setup = new RunnerSetup(
                configured,
                engine,
                plan.path(memberId, context.incarnation(), configured, memberName, channel.maxDatagramBytes(), names),
                channel.ttl(),
                Impairer.seeded(inbound, 2 * salt),
                Impairer.seeded(outbound, 2 * salt + 1));
        SessionCore core =
                new SessionCore(options, new SessionMember(memberId, memberName, names), transport, setup, store, heap);
        try {
            startOnLoop(core, transport);
        } catch (RuntimeException | Error e) {
            core.abort();
            throw e;
        }
        if (runtime != null) {
            runtime.add(core);
        }
        return new MulticastSession(core);
    }

    private static void startOnLoop(SessionCore core, DatagramTransport transport) {
        try {
            CompletableFuture.runAsync(core::onStart, transport::execute).join();
        } catch (CompletionException e) {
            throw new IllegalStateException("the protocol could not be started: " + e.getCause(), e.getCause());
        }
        String failure = core.startFailure();
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
    }
}
