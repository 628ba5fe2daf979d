package org.rmcast.lab.perf;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rmcast.lab.member.LoadSettings;
import org.rmcast.lab.member.MemberSettings;

/**
 * What a comparison measures. Bounded: every run has its time, and the number of runs follows from the fields.
 *
 * @param receivers receiving processes, at least 1
 * @param sizes message sizes in bytes
 * @param losses shares of datagrams dropped at each receiver, independently, 0 to below 1
 * @param seconds how long a goodput run sends
 * @param messages how many messages a goodput run sends at most
 * @param protocols what is compared with raw, at least one, each once
 * @param repeat how many turns of runs, raw and each protocol, per size and loss
 * @param rate messages per second of the latency runs; 0 for none
 * @param latencyBytes the size of their messages
 * @param parameters of the protocols, other than the defaults: NAME for all of them, PROTOCOL.NAME for one
 * @param memberOptions options of the member processes' JVMs
 * @param maxWarmUps how many runs at most come before those that count, for compilers
 * @param offload whether raw and protocols use segmentation offload
 */
record PerfPlan(
        List<String> protocols,
        int receivers,
        List<Integer> sizes,
        List<Double> losses,
        double seconds,
        long messages,
        int repeat,
        double rate,
        int latencyBytes,
        Map<String, Object> parameters,
        List<String> memberOptions,
        int maxWarmUps,
        boolean offload) {
    /** The carrier without a protocol. */
    static final String RAW = MemberSettings.RAW;

    /** Runs before those that count: one per scenario, and as many more until the first is compiled. */
    static final int WARM_UPS = 1;

    private static final int FIRST_WARM_UPS = 6;

    PerfPlan {
        protocols = List.copyOf(protocols);
        check(!protocols.isEmpty(), "protocols must name at least one");
        check(new HashSet<>(protocols).size() == protocols.size(), "protocols must differ, were " + protocols);
        check(!protocols.contains(RAW), "protocols must be protocols; raw is always measured");
        sizes = List.copyOf(sizes);
        losses = List.copyOf(losses);
        parameters = Map.copyOf(parameters);
        memberOptions = List.copyOf(memberOptions);
        check(receivers >= 1 && receivers <= 64, "receivers must be 1 to 64, was " + receivers);
        check(maxWarmUps >= 1, "max-warm-ups must be at least 1, was " + maxWarmUps);
        check(repeat >= 1 && repeat <= 100, "repeat must be 1 to 100, was " + repeat);
        check(seconds > 0 && seconds <= 600, "seconds must be above 0, 600 at most, was " + seconds);
        check(rate >= 0 && rate <= 1e6, "rate must be 0 to 1000000, was " + rate);
        for (double loss : losses) {
            check(loss >= 0 && loss < 1, "loss must be 0 to below 100 percent, was " + loss * 100);
        }
        for (int size : sizes) {
            checkSize("size", size);
        }
        checkSize("latency size", latencyBytes);
    }

    private static void checkSize(String what, int bytes) {
        check(
                bytes >= LoadSettings.MIN_BYTES && bytes <= 65_507,
                what + " must be " + LoadSettings.MIN_BYTES + " to 65507 bytes, was " + bytes);
    }

    private static void check(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    /** Raw and the protocols. */
    List<String> carriers() {
        List<String> all = new ArrayList<>(List.of(RAW));
        all.addAll(protocols);
        return all;
    }

    /** The parameters that one carrier is to have. */
    Map<String, Object> parametersOf(String carrier) {
        Map<String, Object> own = new TreeMap<>();
        if (!carrier.equals(RAW)) {
            parameters.forEach((name, value) -> {
                if (name.indexOf('.') < 0) {
                    own.putIfAbsent(name, value);
                } else if (name.startsWith(carrier + '.')) {
                    own.put(name.substring(carrier.length() + 1), value);
                }
            });
        }
        return own;
    }

    /** All that is measured for goodput, one after another. */
    List<Scenario> goodputScenarios() {
        return sizes.stream()
                .flatMap(size ->
                        losses.stream().map(loss -> new Scenario(loss, new LoadSettings(size, seconds, messages, 0))))
                .toList();
    }

    /** All that is measured for latency. */
    List<Scenario> latencyScenarios() {
        if (rate == 0) {
            return List.of();
        }
        return losses.stream()
                .map(loss -> new Scenario(loss, new LoadSettings(latencyBytes, seconds, messages, rate)))
                .toList();
    }

    /** How many more warm-ups the first scenario is likely to need. */
    int firstWarmUps() {
        return Math.min(FIRST_WARM_UPS, maxWarmUps - WARM_UPS);
    }

    /** About what all of it takes. */
    double estimatedSeconds() {
        int scenarios = goodputScenarios().size() + latencyScenarios().size();
        double run = seconds + 1;
        return (1 + protocols.size()) * run * (scenarios * (repeat + WARM_UPS) + firstWarmUps());
    }

    /** What a group of processes is opened for. */
    record Scenario(double loss, LoadSettings load) {
        boolean latency() {
            return load.messagesPerSecond() > 0;
        }
    }
}
