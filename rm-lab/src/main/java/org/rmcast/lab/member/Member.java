package org.rmcast.lab.member;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Carries out a member process's commands on its {@link Endpoint}, and measures. */
final class Member implements AutoCloseable {
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration CONFIRM_TIMEOUT = Duration.ofSeconds(30);

    /** Nothing more comes when nothing has come for this long. */
    private static final long QUIET_MILLIS = 150;

    private static final int MAX_QUIET_WAITS = 100;

    private final ArrivalMeter meter = new ArrivalMeter();
    private @Nullable Endpoint open;
    private ProcessFigures processBefore = ProcessFigures.now();
    private TrafficFigures trafficBefore = TrafficFigures.NONE;

    MemberReply execute(MemberCommand command) throws IOException, InterruptedException {
        return switch (command.action()) {
            case OPEN -> open(Objects.requireNonNull(command.settings(), "settings"));
            case AWAIT -> await(command.receivers());
            case EXPECT -> expect(command);
            case SEND -> send(command);
            case REPORT -> report();
        };
    }

    private MemberReply open(MemberSettings settings) throws IOException {
        close();
        ProcessFigures.forgetPeak();
        open = settings.carrier().equals(MemberSettings.RAW)
                ? new RawEndpoint(settings, meter)
                : new SessionEndpoint(settings, meter);
        return MemberReply.DONE;
    }

    private Endpoint endpoint() {
        if (open == null) {
            throw new IllegalStateException("not open");
        }
        return open;
    }

    private MemberReply await(int receivers) throws InterruptedException {
        if (!endpoint().awaitReceivers(receivers, JOIN_TIMEOUT)) {
            throw new IllegalStateException("not all of the " + receivers + " receivers joined in time");
        }
        return MemberReply.DONE;
    }

    private MemberReply expect(MemberCommand command) throws InterruptedException {
        meter.expect(command.run(), command.latency());
        begin();
        return MemberReply.DONE;
    }

    private MemberReply send(MemberCommand command) throws InterruptedException {
        begin();
        Load load = new Load(command.load(), command.run(), System.nanoTime());
        endpoint().send(load);
        boolean confirmed = endpoint().confirm(CONFIRM_TIMEOUT);
        return MemberReply.of(new SenderFigures(load.taken(), confirmed, process(), traffic()));
    }

    private MemberReply report() throws InterruptedException {
        long before = -1;
        long now = meter.messages();
        for (int i = 0; i < MAX_QUIET_WAITS && now != before; i++) {
            Thread.sleep(QUIET_MILLIS);
            before = now;
            now = meter.messages();
        }
        return MemberReply.of(meter.figures(process(), traffic()));
    }

    private void begin() throws InterruptedException {
        trafficBefore = endpoint().traffic();
        processBefore = ProcessFigures.now();
    }

    private ProcessFigures process() {
        return ProcessFigures.now().since(processBefore);
    }

    private TrafficFigures traffic() throws InterruptedException {
        return endpoint().traffic().minus(trafficBefore);
    }

    @Override
    public void close() {
        if (open != null) {
            open.close();
            open = null;
        }
    }
}
