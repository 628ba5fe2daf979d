package org.rmcast.lab.member;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.rmcast.api.Channel;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.MulticastPeer;
import org.rmcast.api.Parameters;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.SessionMeter;
import org.rmcast.api.SessionStatistics;
import org.rmcast.api.TestConditions;
import org.rmcast.core.impair.Impairments;

/** A member with a protocol: a session as an application has it. */
final class SessionEndpoint implements Endpoint {
    /** Statistics may be a tenth of a second old. */
    private static final long STATISTICS_AGE_MILLIS = 150;

    /** Of a receiver, too: what it may not do is refused. */
    private final MulticastPeer session;

    SessionEndpoint(MemberSettings settings, ArrivalMeter meter) throws IOException {
        Parameters parameters = Parameters.none();
        for (var parameter : settings.parameters().entrySet()) {
            parameters = parameters.with(parameter.getKey(), parameter.getValue());
        }
        Channel channel = Channel.builder(settings.name())
                .group(settings.group())
                .port(settings.port())
                .networkInterface(settings.where())
                .protocol(settings.carrier())
                .parameters(parameters)
                .build();
        SessionBuilder builder = ReliableMulticastSession.on(channel)
                .offload(settings.offload())
                .testing(TestConditions.none()
                        .withSeed(settings.seed())
                        .withInbound(Impairments.builder()
                                .loss(settings.loss())
                                .seed(settings.seed())
                                .build()
                                .toString()));
        session = (MulticastPeer)
                (settings.sender()
                        ? builder.openSender()
                        : builder.openReceiver(message -> meter.onMessage(message.payload())));
    }

    @Override
    public boolean awaitReceivers(int count, Duration timeout) throws InterruptedException {
        return session.awaitReceivers(count, timeout);
    }

    @Override
    public void send(Load load) throws InterruptedException {
        long now = System.nanoTime();
        while (!load.isDone(now)) {
            long wait = load.waitNanos(now);
            if (wait > 0) {
                LockSupport.parkNanos(wait);
            } else {
                session.send(ByteBuffer.wrap(load.next(now)));
            }
            now = System.nanoTime();
        }
    }

    @Override
    public boolean confirm(Duration timeout) throws InterruptedException {
        return session.flush(timeout).complete();
    }

    @Override
    public TrafficFigures traffic() throws InterruptedException {
        Thread.sleep(STATISTICS_AGE_MILLIS);
        SessionStatistics figures = session.statistics();
        return new TrafficFigures(
                figures.get(SessionMeter.DATAGRAMS_SENT),
                figures.get(SessionMeter.DATAGRAMS_RECEIVED),
                figures.get(SessionMeter.SEND_FAILURES),
                figures.get(SessionMeter.IMPAIRED_INBOUND),
                figures.get(EngineMeter.DATA_PACKETS_SENT),
                figures.get(EngineMeter.REPAIRS_SENT),
                figures.get(EngineMeter.NAKS_SENT),
                figures.get(EngineMeter.DUPLICATE_PACKETS));
    }

    @Override
    public void close() {
        session.abort();
    }
}
