package org.rmcast.cli.demo;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.rmcast.api.Role;

/** Compares every receiver's copy with the clip, byte by byte, and says what went wrong. */
final class DemoJudge {
    private final DemoPlan plan;
    private final DemoBoard board;

    DemoJudge(DemoPlan plan, DemoBoard board) {
        this.plan = plan;
        this.board = board;
    }

    DemoResult judge() throws IOException {
        List<DemoResult.ReceiverResult> receivers = new ArrayList<>();
        for (MemberView receiver : board.read(now -> now.members(Role.RECEIVER))) {
            receivers.add(examine(receiver));
        }
        return new DemoResult(
                sha256(plan.clip().path()),
                plan.clip().bytes(),
                board.seconds(),
                killed().map(head -> head.spec().name()),
                receivers,
                problems(receivers));
    }

    private DemoResult.ReceiverResult examine(MemberView receiver) throws IOException {
        Path copy = receiver.spec().copy();
        Path sent = board.read(now -> now.members(Role.SENDER)).get(0).spec().times();
        Histogram latencies = MessageTimes.latencies(sent, receiver.spec().times());
        return new DemoResult.ReceiverResult(
                receiver.spec().name(),
                Files.size(copy),
                sha256(copy),
                Files.mismatch(plan.clip().path(), copy),
                receiver.status(),
                board.read(now -> receiver.heads().stream().map(now::name).toList()),
                latencies.getValueAtPercentile(50) / 1e6,
                latencies.getValueAtPercentile(99) / 1e6,
                receiver.problem());
    }

    private List<String> problems(List<DemoResult.ReceiverResult> receivers) {
        List<String> problems = new ArrayList<>();
        for (MemberView member : board.read(DemoBoard::members)) {
            if (member.state() == MemberView.State.OPEN || member.state() == MemberView.State.STARTING) {
                problems.add(member.spec().name() + " did not come to an end");
            } else if (member.spec().role() != Role.RECEIVER
                    && member.state() != MemberView.State.KILLED
                    && !member.problem().isEmpty()) {
                problems.add(member.spec().name() + ": " + member.problem());
            }
        }
        for (DemoResult.ReceiverResult receiver : receivers) {
            if (!receiver.identical()) {
                problems.add(receiver.name() + " has a copy that differs, first at byte " + receiver.mismatch() + " of "
                        + plan.clip().bytes() + why(receiver));
            } else if (!receiver.problem().isEmpty()) {
                problems.add(receiver.name() + ": " + receiver.problem());
            }
        }
        killed().ifPresent(head -> problems.addAll(orphans(head)));
        return problems;
    }

    private String why(DemoResult.ReceiverResult receiver) {
        if (receiver.name().equals(plan.saboteur())) {
            return ": sabotaged on request";
        }
        if (!receiver.problem().isEmpty()) {
            return ": " + receiver.problem();
        }
        return receiver.bytes() < plan.clip().bytes()
                ? ": it ends there, and no loss was reported"
                : ", and no loss was reported";
    }

    private Optional<MemberView> killed() {
        return board.read(DemoBoard::members).stream()
                .filter(member -> member.state() == MemberView.State.KILLED)
                .findFirst();
    }

    /** Receivers that hung on the killed head and never found another. */
    private List<String> orphans(MemberView head) {
        long headId = head.spec().memberId();
        return board.read(now -> now.members(Role.RECEIVER)).stream()
                .filter(receiver -> {
                    List<Long> heads = receiver.heads();
                    return !heads.isEmpty() && heads.get(heads.size() - 1) == headId;
                })
                .map(receiver -> receiver.spec().name() + " found no new repair head after "
                        + head.spec().name() + " was killed")
                .toList();
    }

    private static String sha256(Path file) throws IOException {
        try (DigestInputStream in =
                new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
            in.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(in.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
