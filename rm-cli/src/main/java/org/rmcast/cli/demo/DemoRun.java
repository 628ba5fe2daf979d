package org.rmcast.cli.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.rmcast.api.Role;
import org.rmcast.cli.common.CommandFailure;

/**
 * The course of the demo: sender, repair heads, receivers; the stream; one repair head killed on the way; the end. Every
 * wait has a limit.
 */
final class DemoRun {
    private static final Duration HEADS_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration RECEIVERS_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration FINISH_TIMEOUT = Duration.ofSeconds(20);
    private static final double KILL_AT = 0.4;

    private final DemoPlan plan;
    private final DemoBoard board;
    private final MemberLauncher launcher;
    private final Map<MemberSpec, DemoMember> running = new LinkedHashMap<>();

    DemoRun(DemoPlan plan, DemoBoard board, MemberLauncher launcher) {
        this.plan = plan;
        this.board = board;
        this.launcher = launcher;
    }

    /**
     * Runs the demo to its end, good or bad; what came of it stands on the board.
     *
     * @throws CommandFailure if it did not even begin to stream
     */
    void run() throws IOException, InterruptedException {
        try {
            List<MemberSpec> members = plan.members();
            startAll(members, Role.SENDER);
            startAll(members, Role.REPAIR_NODE);
            require(HEADS_TIMEOUT, "the repair heads to join", all(Role.REPAIR_NODE, DemoRun::isInTree));
            startAll(members, Role.RECEIVER);
            require(RECEIVERS_TIMEOUT, "the receivers to join", DemoBoard::isStreaming);
            Duration playing = Duration.ofNanos((long) (plan.clip().durationNanos() / plan.speed()));
            if (plan.kill()) {
                board.await(this::isTimeToKill, playing.plus(FINISH_TIMEOUT));
                killBusiestHead();
            }
            board.await(this::isOver, playing.plus(FINISH_TIMEOUT));
        } finally {
            running.values().forEach(DemoMember::kill);
        }
    }

    private void startAll(List<MemberSpec> members, Role role) throws IOException {
        for (MemberSpec spec : members) {
            if (spec.role() == role) {
                board.add(spec);
                running.put(spec, launcher.start(spec, signal -> board.signal(spec, signal)));
            }
        }
    }

    private void require(Duration timeout, String what, Predicate<DemoBoard> condition) throws InterruptedException {
        boolean settled = board.await(now -> condition.test(now) || now.broken().isPresent(), timeout);
        Optional<MemberView> broken = board.read(DemoBoard::broken);
        if (broken.isPresent()) {
            throw CommandFailure.failed(
                    broken.get().spec().name() + ": " + broken.get().problem());
        }
        if (!settled) {
            throw CommandFailure.failed("waited " + timeout.toSeconds() + " s in vain for " + what);
        }
    }

    private static Predicate<DemoBoard> all(Role role, Predicate<MemberView> condition) {
        return board -> board.members(role).stream().allMatch(condition);
    }

    private static boolean isInTree(MemberView member) {
        return member.status().isInTree();
    }

    private boolean isTimeToKill(DemoBoard now) {
        long sent = now.members(Role.SENDER).get(0).status().messages();
        return sent >= KILL_AT * plan.clip().messages() || isOver(now);
    }

    private boolean isOver(DemoBoard now) {
        return now.members().stream().allMatch(member -> switch (member.state()) {
            case FINISHED, KILLED, GONE -> true;
            case STARTING, OPEN -> false;
        });
    }

    private void killBusiestHead() {
        Optional<MemberSpec> busiest = board.read(now -> now.members(Role.REPAIR_NODE).stream()
                .filter(MemberView::isAlive)
                .max(Comparator.comparingInt(head -> head.status().members().size()))
                .map(MemberView::spec));
        busiest.ifPresent(head -> {
            board.killed(head);
            Objects.requireNonNull(running.get(head)).kill();
        });
    }
}
