package org.rmcast.junit;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;
import org.rmcast.api.MemoryNetwork;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionEvent;
import org.rmcast.api.SessionFailedException;
import org.rmcast.api.SessionOptions;

/**
 * The network in memory of one {@link MulticastTest}: opens sessions, which end with the test, and waits for what they receive and
 * report, without sleeping.
 *
 * <p>Whatever waits here does so until the time of the test is over at the longest, and fails then with what it waited for and what there
 * was. It fails at once when a session has failed by itself. Thread safe.
 */
public final class TestNetwork implements MemoryNetwork {
    private static final Duration END = Duration.ofSeconds(10);

    private final MemoryNetwork network;
    private final Watch watch;
    private final List<WatchedSession> sessions = new CopyOnWriteArrayList<>();
    private volatile String impairments;
    private volatile boolean failed;

    TestNetwork(long seed, String impairments, Duration timeout) {
        this.network = MemoryNetwork.create(seed);
        this.impairments = impairments;
        this.watch = new Watch(timeout);
        if (!impairments.isEmpty()) {
            network.impair(impairments);
        }
    }

    @Override
    public ReliableMulticastSession open(SessionOptions options) throws IOException {
        WatchedSession watched = new WatchedSession(options.eventListener(), this::changed);
        ReliableMulticastSession session = network.open(options.withEventListener(watched));
        sessions.add(watched);
        watched.opened(session);
        return session;
    }

    @Override
    public long seed() {
        return network.seed();
    }

    @Override
    public void impair(String news) {
        network.impair(news);
        impairments = news;
    }

    @Override
    public void partition(String... memberNames) {
        network.partition(memberNames);
    }

    @Override
    public void heal() {
        network.heal();
    }

    @Override
    public long overflows() {
        return network.overflows();
    }

    /**
     * A listener that keeps the messages of a member.
     *
     * @param whose what the member is called when something is missing
     */
    public ReceivedMessages messages(String whose) {
        return new ReceivedMessages(this, whose);
    }

    /**
     * Waits until a condition holds; looked at whenever a session receives into {@link ReceivedMessages} or reports something, and every 10
     * ms.
     *
     * @param what what is waited for, for the message of a failure
     * @throws AssertionError if it does not hold in time, or a session has failed meanwhile
     */
    public void await(String what, BooleanSupplier condition) throws InterruptedException {
        await(() -> what, condition);
    }

    /** Waits until a sender, or a peer, knows at least so many receivers. */
    public void awaitReceivers(MulticastSender sender, int count) throws InterruptedException {
        await(
                () -> count + " receivers at " + sender.memberName() + "; there are " + sender.receiverCount(),
                () -> sender.receiverCount() >= count);
    }

    /**
     * Waits for an event. Each event is given once: to wait for the next one of a kind, ask again.
     *
     * @param memberName whose, see {@link org.rmcast.api.SessionBuilder#memberName}; also of a session that the application keeps to itself
     * @param kind which kind of event
     */
    public <E extends SessionEvent> E awaitEvent(String memberName, Class<E> kind) throws InterruptedException {
        return awaitEvent(memberName, kind, event -> true);
    }

    /** As {@link #awaitEvent(String, Class)}, for the first one that {@code which} holds for. */
    public <E extends SessionEvent> E awaitEvent(String memberName, Class<E> kind, Predicate<? super E> which)
            throws InterruptedException {
        AtomicReference<@Nullable E> found = new AtomicReference<>();
        await(() -> kind.getSimpleName() + " at " + memberName, () -> {
            found.set(take(memberName, kind, which));
            return found.get() != null;
        });
        return Objects.requireNonNull(found.get());
    }

    private <E extends SessionEvent> @Nullable E take(String memberName, Class<E> kind, Predicate<? super E> which) {
        for (WatchedSession session : sessions) {
            E event = session.isNamed(memberName) ? session.take(kind, which) : null;
            if (event != null) {
                return event;
            }
        }
        return null;
    }

    /** All events of a member so far, without waiting; of all its sessions one after the other if there were several of that name. */
    public List<SessionEvent> events(String memberName) {
        return sessions.stream()
                .filter(session -> session.isNamed(memberName))
                .flatMap(session -> session.events().stream())
                .toList();
    }

    /**
     * Waits until a session of this network has failed by itself, as this test wants: it does not fail for that any more.
     *
     * @return why it has failed
     */
    public SessionFailedException awaitFailure(ReliableMulticastSession session) throws InterruptedException {
        WatchedSession watched = sessions.stream()
                .filter(candidate -> candidate.is(session))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(session + " is none of this network"));
        await(() -> "the failure of " + session.memberName(), () -> watched.expectFailure() != null);
        return Objects.requireNonNull(watched.expectFailure());
    }

    /** What is left of the time of the test, 0 if nothing is: for calls that want a timeout. */
    public Duration remaining() {
        return watch.remaining();
    }

    @Override
    public String toString() {
        String how = impairments.isEmpty() ? "" : ", impairments \"" + impairments + "\"";
        String dropped = overflows() == 0 ? "" : ", " + overflows() + " datagrams dropped by full buffers";
        return network + how + dropped;
    }

    // For what belongs to it.

    void changed() {
        watch.changed();
    }

    void await(Supplier<String> what, BooleanSupplier condition) throws InterruptedException {
        watch.await(() -> what.get() + describe(), condition, this::checkSessions);
    }

    /** Throws if a session has failed by itself, or an event listener threw. */
    void checkSessions() {
        AssertionFailedError reason = reason();
        if (reason != null) {
            throw reason;
        }
    }

    /** Why the test has failed by its sessions, null if it has not, or if it has failed already. */
    @Nullable
    AssertionFailedError newReason() {
        return failed ? null : reason();
    }

    private @Nullable AssertionFailedError reason() {
        List<AssertionFailedError> reasons = sessions.stream()
                .map(WatchedSession::reason)
                .filter(Objects::nonNull)
                .toList();
        if (reasons.isEmpty()) {
            return null;
        }
        AssertionFailedError first = reasons.get(0);
        reasons.stream().skip(1).forEach(first::addSuppressed);
        return first;
    }

    /** What the test fails with: the same, with what else went wrong, and the seed. */
    AssertionFailedError failure(Throwable cause) {
        failed = true;
        String message = cause.getMessage();
        String what = cause instanceof AssertionError && message != null ? message : cause.toString();
        AssertionFailedError besides = reason();
        if (besides != null && !String.valueOf(besides.getMessage()).equals(message)) {
            what += System.lineSeparator() + besides.getMessage();
        }
        String text = what + System.lineSeparator() + this + System.lineSeparator()
                + "repeat it with @MulticastTest(seed = " + seed() + ") or -Drm.seed=" + seed();
        AssertionFailedError failure = cause instanceof AssertionFailedError error && error.isExpectedDefined()
                ? new AssertionFailedError(text, error.getExpected(), error.getActual(), cause)
                : new AssertionFailedError(text, cause);
        failure.setStackTrace(cause.getStackTrace());
        return failure;
    }

    /** Aborts all sessions and waits until their threads are done. */
    void end() throws InterruptedException {
        sessions.forEach(WatchedSession::abort);
        new Watch(END).await(() -> "the end of all sessions" + describe(), this::allOver, () -> {});
    }

    private boolean allOver() {
        return sessions.stream().allMatch(WatchedSession::isOver);
    }

    private String describe() {
        List<String> lines = new ArrayList<>();
        sessions.forEach(session -> lines.add(System.lineSeparator() + "  " + session.describe()));
        return lines.stream().collect(Collectors.joining());
    }
}
