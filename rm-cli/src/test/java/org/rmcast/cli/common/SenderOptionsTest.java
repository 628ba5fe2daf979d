package org.rmcast.cli.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Member;
import org.rmcast.api.MemberStatistics;
import org.rmcast.api.MulticastSender;
import picocli.CommandLine;

class SenderOptionsTest {
    private static final FlushResult ONE_LOST = new FlushResult(false, List.of(), 1);

    private final List<String> calls = new ArrayList<>();
    private final SenderOptions options = new SenderOptions();
    private final Outcome outcome = new Outcome();

    private record Named(long memberId, String name) implements Member {
        @Override
        public InetSocketAddress address() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), 7000);
        }
    }

    /** A session of three receivers. */
    private MulticastSender session(FlushResult flushed, FlushResult closed) {
        return (MulticastSender) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {MulticastSender.class}, (self, method, args) -> {
                    calls.add(method.getName());
                    return switch (method.getName()) {
                        case "flush" -> flushed;
                        case "close" -> {
                            assertThat((Duration) args[0]).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(30));
                            yield closed;
                        }
                        case "receiverCount" -> 3;
                        case "members" -> List.of(new Named(7, "anna"), new Named(8, "8"));
                        default -> throw new UnsupportedOperationException(method.getName());
                    };
                });
    }

    @Test
    void shouldEndTheStreamForTheOthersWhenOneIsLost() {
        MulticastSender session = session(ONE_LOST, FlushResult.completed());
        assertThatThrownBy(() -> options.close(session, outcome))
                .isInstanceOf(CommandFailure.class)
                .hasMessageMatching("not everyone confirmed to have everything, after \\d+\\.\\d s: 1 more");
        assertThat(calls).contains("flush", "close");
    }

    @Test
    void shouldFailWhenOneIsLostAtTheEnd() {
        assertThatThrownBy(() -> options.close(session(FlushResult.completed(), ONE_LOST), outcome))
                .isInstanceOf(CommandFailure.class);
    }

    @Test
    void shouldNameTheSlowest() {
        MemberNames names = new MemberNames(List.of(new Named(7001, "anna")));
        assertThat(SenderOptions.slowest(List.of(), names)).isEmpty();
        assertThat(SenderOptions.slowest(List.of(member(7000, 0)), names)).isEmpty();
        assertThat(SenderOptions.slowest(List.of(member(7000, 1), member(7001, 1204), member(7002, 3)), names))
                .isEqualTo(", slowest anna at 127.0.0.1:7001 is 1,204 packets behind");
    }

    @Test
    void shouldNameWhoMissesWhat() {
        FlushResult result = new FlushResult(
                false,
                List.of(
                        new FlushResult.Laggard(7, new InetSocketAddress(InetAddress.getLoopbackAddress(), 7000), 5),
                        new FlushResult.Laggard(8, null, 4)),
                1);
        assertThatThrownBy(() -> options.close(session(result, ONE_LOST), outcome))
                .hasMessageEndingWith(
                        ": anna at 127.0.0.1:7000 is 5 packets behind, member 8 is 4 packets behind, 1 more");
        assertThat(outcome.line("send", null))
                .contains(
                        "\"missing\":[{\"memberId\":\"7\",\"name\":\"anna\",\"address\":\"127.0.0.1:7000\",\"packetsBehind\":5},"
                                + "{\"memberId\":\"8\",\"packetsBehind\":4}],\"unnamed\":1");
    }

    private static MemberStatistics member(int port, long packetsBehind) {
        return new MemberStatistics() {
            @Override
            public long memberId() {
                return port;
            }

            @Override
            public InetSocketAddress address() {
                return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            }

            @Override
            public long packetsBehind() {
                return packetsBehind;
            }

            @Override
            public double lossPercent() {
                return 0;
            }
        };
    }

    @Test
    void shouldSayHowManyHaveEverything() throws InterruptedException {
        assertThat(options.close(session(FlushResult.completed(), FlushResult.completed()), outcome))
                .isEqualTo(3);
    }

    @Test
    void shouldLeaveTimeForTheEndWhenTheFlushTookAll() {
        CommandLine.populateCommand(options, "--close-timeout=1ms");
        assertThatThrownBy(() -> options.close(session(ONE_LOST, ONE_LOST), outcome))
                .isInstanceOf(CommandFailure.class);
        assertThat(calls).contains("close");
    }
}
