package org.rmcast.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rmcast.api.Role;
import org.rmcast.cli.common.Figures;
import org.rmcast.cli.common.StatusLine;

/** Draws the demo as it stands: the stream, who hangs on whom with rate, loss, repairs and buffers, and what happened. */
final class DemoScreen {
    private static final int EVENTS = 8;
    private static final int NAME_COLUMNS = 24;
    private static final String HEADING =
            String.format(Locale.ROOT, "%10s %7s %8s %8s %9s", "rate", "missed", "repaired", "repairs", "buffer");

    private final DemoPlan plan;
    private final String branch;
    private final String lastBranch;
    private final String trunk;

    DemoScreen(DemoPlan plan, boolean unicode) {
        this.plan = plan;
        this.branch = unicode ? "\u251c\u2500 " : "|- ";
        this.lastBranch = unicode ? "\u2514\u2500 " : "`- ";
        this.trunk = unicode ? "\u2502  " : "|  ";
    }

    /** The whole picture. Only within {@link DemoBoard#read}. */
    List<String> picture(DemoBoard board) {
        List<String> lines = new ArrayList<>();
        lines.add(summary(board));
        lines.add("");
        lines.add(padded("repair tree") + HEADING);
        List<MemberView> drawn = new ArrayList<>();
        for (MemberView sender : board.members(Role.SENDER)) {
            draw(sender, "", "", board, drawn, lines);
        }
        for (MemberView member : board.members()) {
            if (!drawn.contains(member)) {
                lines.add(row(member.spec().name() + " (" + outside(member, board) + ")", member));
            }
        }
        lines.add("");
        List<DemoBoard.Entry> log = board.log();
        for (DemoBoard.Entry entry : log.subList(Math.max(0, log.size() - EVENTS), log.size())) {
            lines.add(event(entry));
        }
        return lines;
    }

    /** The picture on one line. Only within {@link DemoBoard#read}. */
    String line(DemoBoard board) {
        long missed = 0;
        long repaired = 0;
        long buffered = 0;
        for (MemberView member : board.members()) {
            missed += member.status().packetsMissed();
            repaired += member.status().repairsReceived();
            buffered += member.status().bufferPackets();
        }
        return String.format(
                Locale.ROOT,
                "%5.1f s %s, missed %d, repaired %d, buffers %d packets, %s",
                board.seconds(),
                progress(board),
                missed,
                repaired,
                buffered,
                tree(board));
    }

    static String event(DemoBoard.Entry entry) {
        return String.format(Locale.ROOT, "%5.1f s  %s", entry.seconds(), entry.text());
    }

    private String summary(DemoBoard board) {
        return String.format(
                Locale.ROOT,
                "%s to %d receivers, %s %% loss at each, group %s   %.1f s",
                progress(board),
                plan.receivers(),
                Double.toString(plan.lossPercent()).replaceAll("\\.0$", ""),
                plan.channel().group().getHostAddress(),
                board.seconds());
    }

    private String progress(DemoBoard board) {
        MemberView sender = board.members(Role.SENDER).get(0);
        return StatusLine.bar(sender.status().messages(), plan.clip().messages()) + " " + Figures.rate(sender.rate());
    }

    private void draw(
            MemberView member,
            String indent,
            String childIndent,
            DemoBoard board,
            List<MemberView> drawn,
            List<String> lines) {
        drawn.add(member);
        lines.add(row(indent + member.spec().name(), member));
        List<MemberView> children = children(member, board);
        for (int i = 0; i < children.size(); i++) {
            boolean last = i == children.size() - 1;
            if (!drawn.contains(children.get(i))) {
                draw(
                        children.get(i),
                        childIndent + (last ? lastBranch : branch),
                        childIndent + (last ? "   " : trunk),
                        board,
                        drawn,
                        lines);
            }
        }
    }

    private static List<MemberView> children(MemberView head, DemoBoard board) {
        return board.members().stream()
                .filter(member -> member.isAlive()
                        && member.spec().role() != Role.SENDER
                        && member.status().headId() == head.spec().memberId())
                .toList();
    }

    private static String outside(MemberView member, DemoBoard board) {
        return switch (member.state()) {
            case KILLED -> "killed";
            case GONE -> "gone";
            case STARTING -> "starting";
            case OPEN ->
                member.status().isInTree()
                        ? "was under " + board.name(member.status().headId())
                        : "no head yet";
            case FINISHED -> "done";
        };
    }

    private static String row(String name, MemberView member) {
        MemberStatus status = member.status();
        return padded(name)
                + String.format(
                        Locale.ROOT,
                        "%10s %7d %8d %8d %9s",
                        member.isAlive() ? Figures.rate(member.rate()) : "-",
                        status.packetsMissed(),
                        status.repairsReceived(),
                        status.repairsSent(),
                        Figures.percent(status.bufferPackets(), status.bufferCapacity()));
    }

    private static String padded(String name) {
        return name + " ".repeat(Math.max(1, NAME_COLUMNS - name.length()));
    }

    private static String tree(DemoBoard board) {
        List<String> heads = new ArrayList<>();
        for (MemberView member : board.members()) {
            List<MemberView> children = children(member, board);
            if (member.isAlive() && !children.isEmpty()) {
                heads.add(member.spec().name() + "("
                        + String.join(
                                " ",
                                children.stream()
                                        .map(child -> shortName(child.spec().name()))
                                        .toList())
                        + ")");
            }
        }
        return String.join(" ", heads);
    }

    private static String shortName(String name) {
        return name.replace("receiver-", "r").replace("head-", "h");
    }
}
