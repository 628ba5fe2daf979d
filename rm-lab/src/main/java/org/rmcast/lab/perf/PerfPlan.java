package org.rmcast.lab.perf;

import java.util.List;
import java.util.Map;
import org.rmcast.lab.member.LoadSettings;

/**
 * What a comparison measures. Bounded: every run has its time, and the number of runs follows from the fields.
 *
 * @param receivers receiving processes, at least 1
 * @param sizes message sizes in bytes
 * @param losses shares of datagrams dropped at each receiver, independently, 0 to below 1
 * @param seconds how long a goodput run sends
 * @param messages how many messages a goodput run sends at most
 * @param repeat how many pairs of runs, raw and TRAM, per size and loss
 * @param rate messages per second of the latency runs; 0 for none
 * @param latencyBytes the size of their messages
 * @param parameters TRAM parameters other than the defaults
 * @param memberOptions options of the member processes' JVMs
 * @param offload whether raw and TRAM use segmentation offload
 */
record PerfPlan(
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
        boolean offload) {
    /** Runs before those that count: one per scenario, and as many more until the first is compiled. */
    private static final int WARM_UPS = 1;

    private static final int FIRST_WARM_UPS = 6;

    PerfPlan {
        sizes = List.copyOf(sizes);
        losses = List.copyOf(losses);
        parameters = Map.copyOf(parameters);
        memberOptions = List.copyOf(memberOptions);
        check(receivers >= 1 && receivers <= 64, "receivers must be 1 to 64, was " + receivers);
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

    /** About what all of it takes. */
    double estimatedSeconds() {
        int scenarios = goodputScenarios().size() + latencyScenarios().size();
        double run = seconds + 1;
        return 2 * run * (scenarios * (repeat + WARM_UPS) + FIRST_WARM_UPS);
    }

    /** What a group of processes is opened for. */
    record Scenario(double loss, LoadSettings load) {
        boolean latency() {
            return load.messagesPerSecond() > 0;
        }
    }
}
