package org.rmcast.cli.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import org.rmcast.api.Role;
import org.rmcast.cli.common.Figures;

/** All that the demo knows of its members, gathered from their signals. Any thread may use it. */
final class DemoBoard {
    /** Something that happened, so many seconds after the start. */
    record Entry(double seconds, String text) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Long, MemberView> members = new LinkedHashMap<>();
    private final List<Entry> log = new ArrayList<>();
    private final long startNanos = System.nanoTime();
    private boolean streaming;

    /** A member is about to start. */
    void add(MemberSpec spec) {
        lock.lock();
        try {
            members.put(spec.memberId(), new MemberView(spec));
        } finally {
            lock.unlock();
        }
    }

    /** A member was killed by the demo; what it says from now on is ignored. */
    void killed(MemberSpec spec) {
        lock.lock();
        try {
            view(spec).ended(MemberView.State.KILLED, "killed");
            note(spec.name() + " was killed");
        } finally {
            lock.unlock();
        }
    }

    /** A member says something. */
    void signal(MemberSpec spec, MemberSignal signal) {
        lock.lock();
        try {
            MemberView member = view(spec);
            if (member.state() != MemberView.State.KILLED) {
                take(member, signal);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void take(MemberView member, MemberSignal signal) {
        String name = member.spec().name();
        if (signal instanceof MemberSignal.Opened) {
            member.opened();
        } else if (signal instanceof MemberSignal.Reported reported) {
            member.reported(reported.status(), System.nanoTime());
        } else if (signal instanceof MemberSignal.HeadChanged change) {
            takeHeadChange(member, change);
        } else if (signal instanceof MemberSignal.Pruned pruned) {
            note(name + " pruned " + name(pruned.memberId()) + ": " + pruned.reason());
        } else if (signal instanceof MemberSignal.Noticed noticed) {
            note(name + " " + noticed.text());
        } else if (signal instanceof MemberSignal.Streaming) {
            streaming = true;
            note("all receivers are in, the stream begins");
        } else if (signal instanceof MemberSignal.Finished finished) {
            member.ended(MemberView.State.FINISHED, finished.problem());
        } else if (signal instanceof MemberSignal.Gone gone && member.state() != MemberView.State.FINISHED) {
            member.ended(MemberView.State.GONE, gone.reason());
            note(name + " is gone: " + gone.reason());
        }
    }

    private void takeHeadChange(MemberView member, MemberSignal.HeadChanged change) {
        String name = member.spec().name();
        if (change.currentId() == 0) {
            if (member.state() != MemberView.State.FINISHED) {
                note(name + " lost its repair head " + name(change.previousId()) + ": " + change.reason());
            }
            return;
        }
        boolean first = member.heads().isEmpty();
        member.headFound(change.currentId());
        if (!first) {
            note(name + " has a new repair head: " + name(change.currentId()));
        }
    }

    /**
     * Waits until the board is as wanted.
     *
     * @return whether it came to be so in time
     */
    boolean await(Predicate<DemoBoard> condition, Duration timeout) throws InterruptedException {
        long leftNanos = timeout.toNanos();
        lock.lock();
        try {
            while (!condition.test(this)) {
                if (leftNanos <= 0) {
                    return false;
                }
                leftNanos = changed.awaitNanos(leftNanos);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Looks at the board while nothing on it changes. */
    <T> T read(Function<DemoBoard, T> reader) {
        lock.lock();
        try {
            return reader.apply(this);
        } finally {
            lock.unlock();
        }
    }

    /** The name of a member, or its id if it is none of ours. */
    String name(long memberId) {
        MemberView member = members.get(memberId);
        return member == null ? Figures.memberId(memberId) : member.spec().name();
    }

    /** The members in the order of their start. Only within {@link #read} or a condition. */
    List<MemberView> members() {
        return List.copyOf(members.values());
    }

    /** The members of a role. Only within {@link #read} or a condition. */
    List<MemberView> members(Role role) {
        return members.values().stream()
                .filter(member -> member.spec().role() == role)
                .toList();
    }

    /** The first member that cannot go on, if any. Only within {@link #read} or a condition. */
    Optional<MemberView> broken() {
        return members.values().stream()
                .filter(member -> member.state() == MemberView.State.GONE
                        || (member.state() == MemberView.State.FINISHED
                                && !streaming
                                && !member.problem().isEmpty()))
                .findFirst();
    }

    /** Whether the sender has begun. */
    boolean isStreaming() {
        return streaming;
    }

    /** What happened, in order. Only within {@link #read} or a condition. */
    List<Entry> log() {
        return List.copyOf(log);
    }

    /** Seconds since the start. */
    double seconds() {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    private void note(String text) {
        log.add(new Entry(seconds(), text));
    }

    private MemberView view(MemberSpec spec) {
        MemberView member = members.get(spec.memberId());
        if (member == null) {
            throw new IllegalStateException(spec.name() + " was not announced");
        }
        return member;
    }
}
