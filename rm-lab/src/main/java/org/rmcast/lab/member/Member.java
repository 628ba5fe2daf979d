package org.rmcast.lab.member;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;

/** Carries out a member process's commands on its {@link Endpoint}, and measures. */
final class Member implements AutoCloseable {
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration CONFIRM_TIMEOUT = Duration.ofSeconds(30);

    /** Nothing more comes when nothing has come for this long. */
    private static final long QUIET_MILLIS = 150;

    private static final int MAX_QUIET_WAITS = 100;

    private final ArrivalMeter meter = new ArrivalMeter();
    private @Nullable Endpoint open;
    private String networkInterface = Channel.LOOPBACK;
    private ProcessMeter process = new ProcessMeter();
    private TrafficFigures trafficBefore = TrafficFigures.NONE;
    private WireFigures wireBefore = WireFigures.NONE;

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
        ProcessMeter.forgetPeak();
        networkInterface = settings.where();
        open = switch (settings.carrier()) {
            case MemberSettings.RAW -> new RawEndpoint(settings, meter);
            case MemberSettings.TCP -> new TcpEndpoint(settings, meter);
            default -> new SessionEndpoint(settings, meter);
        };
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
        trafficBefore = endpoint().traffic();
        wireBefore = wireNow();
        process = new ProcessMeter();
        return MemberReply.DONE;
    }

    private MemberReply send(MemberCommand command) throws InterruptedException {
        process = new ProcessMeter();
        Load load = new Load(command.load(), command.run(), System.nanoTime());
        endpoint().send(load);
        boolean confirmed = endpoint().confirm(CONFIRM_TIMEOUT);
        return MemberReply.of(new SenderFigures(load.taken(), confirmed, process.read(), traffic(), wire()));
    }

    /** Waits until nothing more comes. What the process did while it only waited does not count. */
    private MemberReply report() throws InterruptedException {
        long messages = meter.messages();
        ProcessFigures used = process.read();
        for (int i = 0; i < MAX_QUIET_WAITS; i++) {
            Thread.sleep(QUIET_MILLIS);
            if (meter.messages() == messages) {
                break;
            }
            messages = meter.messages();
            used = process.read();
        }
        return MemberReply.of(meter.figures(used, traffic(), wire()));
    }

    private TrafficFigures traffic() throws InterruptedException {
        return endpoint().traffic().minus(trafficBefore);
    }

    private WireFigures wire() {
        return wireNow().minus(wireBefore);
    }

    /** Nothing on the loopback interface, where the packets of all members pass. */
    private WireFigures wireNow() {
        return networkInterface.equals(Channel.LOOPBACK) ? WireFigures.NONE : WireFigures.now(networkInterface);
    }

    @Override
    public void close() {
        if (open != null) {
            open.close();
            open = null;
        }
    }
}
