package org.rmcast.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.epoll.Epoll;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.rmcast.api.Channel;
import org.rmcast.api.EventCause;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionFailedException;
import org.rmcast.api.TransportKind;
import org.rmcast.core.testing.Await;
import org.rmcast.core.testing.TestGroups;

/** Sessions that are aborted after each test, and whose threads must be gone then. */
abstract class SessionTestBase {
    private final List<ReliableMulticastSession> opened = new ArrayList<>();
    private final String name = "test-" + System.nanoTime();

    static Stream<TransportKind> kinds() {
        return Epoll.isAvailable() ? Stream.of(TransportKind.EPOLL, TransportKind.NIO) : Stream.of(TransportKind.NIO);
    }

    @AfterEach
    void endAll() {
        opened.forEach(ReliableMulticastSession::abort);
        Await.until(() -> "threads to end: " + threads(), () -> threads().isEmpty());
    }

    Channel.Builder channel() {
        return Channel.builder(name)
                .group(TestGroups.address())
                .port(TestGroups.freePort())
                .protocol("toy");
    }

    <S extends ReliableMulticastSession> S keep(S session) {
        opened.add(session);
        return session;
    }

    /** The names of this test's live session threads. */
    Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(thread -> thread.startsWith("rmcast-" + name))
                .collect(Collectors.toSet());
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(ReceivedMessage message) {
        return new String(message.toByteArray(), StandardCharsets.UTF_8);
    }

    static void assertFailed(EventCause why, ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SessionFailedException.class,
                        failure -> assertThat(failure.eventCause()).isEqualTo(why));
    }
}
