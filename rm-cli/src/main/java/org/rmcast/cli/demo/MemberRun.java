package org.rmcast.cli.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.FlushResult;
import org.rmcast.api.MulticastPeer;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.Role;
import org.rmcast.api.SessionBuilder;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.TestConditions;
import org.rmcast.cli.common.ErrorMessages;
import org.rmcast.cli.common.Reception;
import org.rmcast.cli.common.Ticker;
import org.rmcast.examples.video.TsClip;
import org.rmcast.examples.video.VideoSender;

/**
 * One member of the demo at work in this process: opens its session, does what its role asks, and signals what happens.
 * Signals come from several threads.
 */
final class MemberRun {
    private static final Duration STATUS_PERIOD = Duration.ofMillis(200);
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(50);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(3);
    private static final int SOCKET_BUFFER_BYTES = 200 * 1024;

    private final MemberSpec spec;
    private final Consumer<MemberSignal> signals;
    private final Reception reception = new Reception();
    /** Of every role: what a member may not do is refused. */
    private final MulticastPeer session;

    private final @Nullable CopyWriter copy;
    private final Ticker ticker;

    /** Opens the session; {@link #start} begins the work. */
    MemberRun(MemberSpec spec, Consumer<MemberSignal> signals) throws IOException {
        this.spec = spec;
        this.signals = signals;
        this.copy = spec.role() == Role.RECEIVER ? new CopyWriter(spec) : null;
        this.session = open();
        reception.watch(session);
        signals.accept(new MemberSignal.Opened());
        ticker = new Ticker(STATUS_PERIOD, this::reportStatus);
    }

    private MulticastPeer open() throws IOException {
        SessionBuilder builder = ReliableMulticastSession.on(spec.parsedChannel())
                .role(spec.role())
                .memberId(spec.memberId())
                .transport(spec.transport())
                .testing(TestConditions.none().withSeed(spec.seed()).withInbound(spec.impairments()))
                .socketBuffers(SOCKET_BUFFER_BYTES, SOCKET_BUFFER_BYTES)
                .onEvent(this::onEvent);
        return (MulticastPeer) (copy == null ? builder : builder.onMessage(this::onMessage)).open();
    }

    /** Begins the work in a thread of its own: to stream, to receive until the end, or to wait for the end. */
    void start() {
        Thread worker = new Thread(this::work, "rmcast-demo-" + spec.name());
        worker.setDaemon(true);
        worker.start();
    }

    /** Dies like a crashed process: no word to the group. */
    void abort() {
        session.abort();
        ticker.close();
    }

    private void work() {
        String problem;
        try {
            problem = spec.role() == Role.SENDER ? stream() : receive();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            problem = "interrupted";
        } catch (Exception e) {
            problem = ErrorMessages.describe(e);
        }
        ticker.close();
        session.abort();
        signals.accept(new MemberSignal.Finished(problem));
    }

    private String stream() throws IOException, InterruptedException {
        if (!session.awaitReceivers(spec.receivers(), JOIN_TIMEOUT)) {
            return "only " + session.receiverCount() + " of " + spec.receivers() + " receivers came within "
                    + JOIN_TIMEOUT.toSeconds() + " s";
        }
        signals.accept(new MemberSignal.Streaming());
        VideoSender video = new VideoSender(session, TsClip.open(Path.of(spec.clip())), spec.speed());
        try (MessageTimes times = new MessageTimes(spec.times())) {
            video.stream(times::add);
        }
        FlushResult result = session.close(CLOSE_TIMEOUT);
        return result.complete()
                ? ""
                : (result.missing().size() + result.unnamed()) + " members did not confirm everything within "
                        + CLOSE_TIMEOUT.toSeconds() + " s";
    }

    private String receive() throws Exception {
        Reception.End end = reception.await();
        if (copy != null) {
            copy.close();
        }
        session.close(LEAVE_TIMEOUT);
        return end.ending() == Reception.Ending.ENDED ? reception.lossSummary() : end.reason();
    }

    private void onMessage(ReceivedMessage message) {
        try {
            if (copy != null && !reception.isOver()) {
                copy.onMessage(message);
            }
        } catch (IOException e) {
            reception.fail(e);
        }
    }

    private void onEvent(SessionEvent event) {
        reception.onEvent(event);
        if (event instanceof SessionEvent.RepairHeadChanged changed) {
            signals.accept(new MemberSignal.HeadChanged(changed.previousId(), changed.currentId(), changed.reason()));
        } else if (event instanceof SessionEvent.MessagesLost lost) {
            signals.accept(new MemberSignal.Noticed("lost messages " + lost.firstMessage() + " to "
                    + (lost.limitMessage() - 1) + " for good: " + lost.reason()));
        } else if (event instanceof SessionEvent.MemberPruned pruned) {
            signals.accept(new MemberSignal.Pruned(pruned.memberId(), pruned.reason()));
        } else if (event instanceof SessionEvent.SenderLost lost) {
            signals.accept(new MemberSignal.Noticed("lost the sender: " + lost.reason()));
        } else if (event instanceof SessionEvent.SessionFailed failed) {
            signals.accept(new MemberSignal.Noticed("failed: " + failed.reason()));
        }
    }

    private void reportStatus() {
        signals.accept(new MemberSignal.Reported(MemberStatus.of(session.statistics())));
    }
}
