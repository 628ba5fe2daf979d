package org.rmcast.lab.failover;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.ChannelJson;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.Role;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.TestConditions;
import org.rmcast.lab.member.Load;
import org.rmcast.lab.member.LoadSettings;

/** A member: a session as an application has it, and what it sees. Commands are carried out one after another. */
final class Node implements AutoCloseable {
    private static final String NAME = "failover";
    private static final String GROUP = "239.192.77.2";
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(60);
    private static final double FOR_EVER_SECONDS = 1e9;

    private final NodeSettings settings;
    private final Arrivals arrivals = new Arrivals();
    private final Troubles troubles = new Troubles();
    private final ReliableMulticastSession session;
    private @Nullable Thread sending;
    private volatile long sent;
    private volatile boolean ending;
    private volatile @Nullable String failure;

    Node(NodeSettings settings) throws IOException {
        this.settings = settings;
        Channel.Builder channel = Channel.builder(NAME)
                .group(GROUP)
                .port(settings.port())
                .networkInterface(settings.networkInterface())
                .protocol(settings.protocol());
        settings.parameters().forEach((name, value) -> channel.parameter(name, ChannelJson.parameterValue(value)));
        SessionBuilder builder = ReliableMulticastSession.on(channel.build())
                .role(settings.role())
                .onEvent(troubles);
        if (settings.loss() > 0) {
            builder.testing(
                    TestConditions.none().withSeed(settings.seed()).withInbound("loss=" + settings.loss() * 100 + "%"));
        }
        if (settings.role() == Role.RECEIVER) {
            builder.onMessage(message -> arrivals.onMessage(message.payload()));
        }
        session = builder.open();
    }

    NodeReport execute(NodeCommand command) throws InterruptedException {
        boolean complete = false;
        switch (command.action()) {
            case START -> start(command.receivers());
            case LOOK -> {}
            case WEIGH -> System.gc();
            case FINISH -> complete = finish();
        }
        return report(complete);
    }

    /** What was seen since the last time. */
    NodeReport report(boolean complete) {
        Arrivals.Seen seen = arrivals.look();
        return new NodeReport(
                failure,
                session.memberId(),
                settings.role() == Role.SENDER ? sent : seen.messages(),
                seen.missing(),
                seen.outOfOrder(),
                seen.longestWaitNanos(),
                seen.longestPauseNanos(),
                troubles.takeChanges(),
                troubles.takeRemarks(),
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                complete);
    }

    private void start(int receivers) throws InterruptedException {
        MulticastSender sender = (MulticastSender) session;
        if (!sender.awaitReceivers(receivers, JOIN_TIMEOUT)) {
            throw new IllegalStateException("not all of the " + receivers + " receivers joined within " + JOIN_TIMEOUT);
        }
        LoadSettings load =
                new LoadSettings(settings.messageBytes(), FOR_EVER_SECONDS, Long.MAX_VALUE, settings.rate());
        Thread thread = new Thread(() -> send(sender, new Load(load, 0, System.nanoTime())), "sending");
        thread.setDaemon(true);
        thread.start();
        sending = thread;
    }

    private void send(MulticastSender sender, Load load) {
        try {
            while (!ending) {
                long now = System.nanoTime();
                long wait = load.waitNanos(now);
                if (wait > 0) {
                    LockSupport.parkNanos(wait);
                } else {
                    sender.send(ByteBuffer.wrap(load.next(now)));
                    sent = load.taken();
                }
            }
        } catch (InterruptedException | RuntimeException e) {
            failure = String.valueOf(e);
        }
    }

    private boolean finish() throws InterruptedException {
        ending = true;
        if (sending != null) {
            sending.join(FLUSH_TIMEOUT.toMillis());
        }
        return ((MulticastSender) session).flush(FLUSH_TIMEOUT).complete();
    }

    @Override
    public void close() {
        session.abort();
    }
}
