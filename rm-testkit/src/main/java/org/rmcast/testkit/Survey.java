package org.rmcast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Which checks break in many runs with faults, known or not: a list to work by. */
final class Survey {
    private static final int SEEDS_NAMED = 12;

    private final ProtocolContract contract;
    private final FaultRuns runs;

    Survey(ProtocolContract contract, FaultRuns runs) {
        this.contract = contract;
        this.runs = runs;
    }

    /**
     * Runs so many seeds of each variant, from {@code -Drm.first=N} on, and prints what broke.
     *
     * @throws AssertionError if something broke that is not known to
     */
    void take(long count) {
        long first = Long.getLong("rm.first", 0);
        Set<String> known = contract.findings().stream().map(Finding::broken).collect(Collectors.toSet());
        Map<String, List<Long>> unknown = new TreeMap<>();
        for (Variant variant : contract.variants()) {
            Map<String, List<Long>> seedsByCheck = new TreeMap<>();
            for (long seed = first; seed < first + count; seed++) {
                for (String check : runs.broken(variant, seed)) {
                    seedsByCheck
                            .computeIfAbsent(check, name -> new ArrayList<>())
                            .add(seed);
                }
            }
            System.out.println(contract.protocol().name() + " " + variant.name() + ", " + runs.clause() + ": " + count
                    + " runs from seed " + first + ", with all checks");
            seedsByCheck.forEach((check, seeds) -> System.out.println("  " + check + ": " + seeds.size()
                    + " runs, seeds " + seeds.subList(0, Math.min(SEEDS_NAMED, seeds.size()))));
            seedsByCheck.keySet().removeAll(known);
            unknown.putAll(seedsByCheck);
        }
        assertThat(unknown).as("broken, and no finding says so").isEmpty();
    }
}
