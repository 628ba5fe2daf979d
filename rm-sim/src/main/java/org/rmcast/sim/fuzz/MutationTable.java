package org.rmcast.sim.fuzz;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which packet types and offsets mutated datagrams reached, and how many of them decoders took. */
public final class MutationTable {
    private final TreeMap<Integer, TreeMap<Integer, Count>> byType = new TreeMap<>();
    private final TreeSet<Integer> known = new TreeSet<>();
    private long tried;
    private long passed;

    private static final class Count {
        private long tried;
        private long passed;
    }

    /** A type of which there was a sample: it gets a line of its own. */
    void know(int type) {
        known.add(type);
    }

    void count(int type, int offset, boolean decoded) {
        Count count =
                byType.computeIfAbsent(type, fresh -> new TreeMap<>()).computeIfAbsent(offset, fresh -> new Count());
        count.tried++;
        tried++;
        if (decoded) {
            count.passed++;
            passed++;
        }
    }

    /** Adds what another table counted. */
    public void add(MutationTable other) {
        other.byType.forEach((type, offsets) -> offsets.forEach((offset, count) -> {
            Count sum = byType.computeIfAbsent(type, fresh -> new TreeMap<>())
                    .computeIfAbsent(offset, fresh -> new Count());
            sum.tried += count.tried;
            sum.passed += count.passed;
        }));
        known.addAll(other.known);
        tried += other.tried;
        passed += other.passed;
    }

    /** Mutations made. */
    public long tried() {
        return tried;
    }

    /** Mutations that a decoder took. */
    public long passed() {
        return passed;
    }

    /** The share of them, 0 to 1; 0 if none was made. */
    public double passedShare() {
        return tried == 0 ? 0 : (double) passed / tried;
    }

    /** The packet types of which there was a sample, ascending. */
    public List<Integer> types() {
        return List.copyOf(known);
    }

    /** Mutations of one type that a decoder took. */
    public long passed(int type) {
        return sum(type, true);
    }

    /** The offsets at which a change of one type passed, ascending. */
    public List<Integer> offsetsPassed(int type) {
        return byType.getOrDefault(type, new TreeMap<>()).entrySet().stream()
                .filter(entry -> entry.getValue().passed > 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    private long sum(int type, boolean onlyPassed) {
        return byType.getOrDefault(type, new TreeMap<>()).values().stream()
                .mapToLong(count -> onlyPassed ? count.passed : count.tried)
                .sum();
    }

    /** A line for each type of which there was a sample, and one for all others. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%d mutations, %d (%.0f %%) passed%n type    tried   passed  offsets of changes that passed%n",
                tried,
                passed,
                100 * passedShare()));
        long otherTried = tried;
        long otherPassed = passed;
        for (int type : known) {
            text.append(String.format(
                    Locale.ROOT, "%5d %8d %8d  %s%n", type, sum(type, false), passed(type), ranges(type)));
            otherTried -= sum(type, false);
            otherPassed -= passed(type);
        }
        return text.append(String.format(Locale.ROOT, "other %8d %8d%n", otherTried, otherPassed))
                .toString();
    }

    /** The offsets that passed as ranges: 5 28..43 50. */
    private String ranges(int type) {
        StringBuilder text = new StringBuilder();
        int first = -1;
        int last = -2;
        for (int offset : offsetsPassed(type)) {
            if (offset != last + 1) {
                append(text, first, last);
                first = offset;
            }
            last = offset;
        }
        append(text, first, last);
        return text.toString();
    }

    private static void append(StringBuilder text, int first, int last) {
        if (last >= 0) {
            text.append(text.isEmpty() ? "" : " ").append(first).append(last > first ? ".." + last : "");
        }
    }
}
