package org.rmcast.lab.bulk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.rmcast.lab.perf.Machine;

/** What {@link MachineCommand} has found, for people and programs. */
final class MachinePage {
    /** Equation 8 of the paper: seconds for each packet that is sent, and for each that is received. */
    private static final double PAPER_SENT = 7.0e-5;

    private static final double PAPER_RECEIVED = 2.3e-4;
    /** "Three times": rounded. */
    private static final double LEAST_TIMES = 2.5;

    private static final double MOST_TIMES = 3.5;
    /** Of a link that is used up. */
    private static final double FULL = 0.95;

    private final StringBuilder text = new StringBuilder();
    private final Map<String, Object> findings = new LinkedHashMap<>();

    MachinePage(int runs) {
        Machine machine = Machine.here();
        line("# RMTP on this machine");
        line("");
        line(
                "Made by `./rmcast-lab rmtp-machine --runs %d`: what the simulator of [rmtp-large-scale](rmtp-large-scale.md) cannot say. %d cores,"
                        + " %s, %s. Figures of time: another run has others.",
                runs, machine.cores(), machine.java(), machine.kernel());
        line("");
        line("## What a packet costs the server");
        line("");
        line(
                "Claim (Shiroshita et al., section 4.2, equation 8): receiving a packet incurs three times the CPU load of sending one: %s s and"
                        + " %s s. Held if it is %.1f to %.1f times.",
                small(PAPER_RECEIVED), small(PAPER_SENT), LEAST_TIMES, MOST_TIMES);
        line("");
        line(
                "The server's process delivers over the loopback interface to receivers in others, nothing is lost. Its processor time, user and system,"
                        + " is put down to datagrams sent, datagrams received, copies and a delivery by least squares of shares. A copy is one packet to the group"
                        + " for one receiver: on this interface the kernel makes it in the server's time, where a network's switch would. What is received goes"
                        + " with what is done for a receiver: tokens, answers to it alone, its verdict. Reading and digesting the data set is part of what a"
                        + " packet that is sent costs. The system counts a process's time in steps of 10 ms.");
        line("");
    }

    /** Runs of one kind, by load. */
    void costs(String words, Map<String, List<CostFit.Point>> points) {
        List<CostFit.Point> all = points.values().stream().flatMap(List::stream).toList();
        CostFit fit = CostFit.of(all);
        double times = fit.perReceived() / fit.perSent();
        boolean holds = times >= LEAST_TIMES && times <= MOST_TIMES;
        findings.put(
                words,
                Map.of(
                        "perSent",
                        fit.perSent(),
                        "perReceived",
                        fit.perReceived(),
                        "perCopy",
                        fit.perCopy(),
                        "fixed",
                        fit.fixed()));
        line(
                "**%s**: %s s for a packet that is sent, %s s for one that is received, %s s for a copy, %.2f s for a delivery; no run is off by more than %.0f %%."
                        + " Receiving costs %.1f times as much: **%s**.",
                words,
                small(fit.perSent()),
                small(fit.perReceived()),
                small(fit.perCopy()),
                fit.fixed(),
                100 * fit.worst(),
                times,
                holds ? "held" : "not held");
        line("");
        line("| delivery | datagrams sent | received | copies | processor time of each run, s |");
        line("|---|---:|---:|---:|---|");
        points.forEach((load, runs) -> line(
                "| %s | %.0f | %.0f | %.0f | %s |",
                load,
                runs.get(0).sent(),
                runs.get(0).received(),
                runs.get(0).copied(),
                String.join(
                        ", ",
                        runs.stream()
                                .map(run -> String.format(Locale.ROOT, "%.3f", run.seconds()))
                                .toList())));
        line("");
    }

    void link(SharedLink.Passed tcp, SharedLink.Passed rmtp) {
        beginLink();
        boolean full = tcp.share() >= FULL;
        findings.put("tcpShare", tcp.share());
        findings.put("rmtpShare", rmtp.share());
        line(
                "A host sends through a token bucket of 10 Mb/s to four others, each in a network namespace of its own; bytes are those that left its"
                        + " interface, with all headers.");
        line("");
        line("| | data | took | bytes that left | share of the link |");
        line("|---|---:|---:|---:|---:|");
        row("four transfers by TCP, one to each", tcp);
        row("one delivery by RMTP to the four, preset `paper`", rmtp);
        line("");
        line(
                "Four transfers by TCP use %.1f %% of it: **%s** (at least %.0f %%). RMTP's fixed rate is 0.8 Mb/s; connecting and confirming are part of the time.",
                100 * tcp.share(), full ? "held" : "not held", 100 * FULL);
    }

    private void row(String words, SharedLink.Passed passed) {
        line(
                "| %s | %d | %.1f s | %d | %.1f %% |",
                words, passed.payload(), passed.seconds(), passed.bytes(), 100 * passed.share());
    }

    /** Without namespaces. */
    void noLink(String why) {
        beginLink();
        line("Not run: %s.", why);
    }

    private void beginLink() {
        line("## Beside TCP");
        line("");
        line(
                "Claim (section 4.2): four parallel FTP transfers consume the full bandwidth of 10 Mb/s, RMTP at its rate a small share. FTP's data go by"
                        + " TCP, which is what transfers here.");
        line("");
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String small(double seconds) {
        return String.format(Locale.ROOT, "%.1e", seconds);
    }

    String text() {
        return text.toString();
    }

    Map<String, Object> findings() {
        return findings;
    }
}
