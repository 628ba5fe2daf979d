package org.rmcast.cli.it;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rmcast.cli.it.WideAreaSite.Protocol;

/** What became of the messages of one protocol, by what the sites wrote. Times are in nanoseconds of the clock that they share. */
final class WideAreaRecord {
    private final Map<Integer, Long> sent = new TreeMap<>();
    /** By site: number and time, in the order of delivery. */
    private final Map<String, Map<Integer, Delivered>> delivered = new LinkedHashMap<>();

    private final Map<String, Integer> deliveries = new HashMap<>();
    private final Map<Integer, Confirmed> receipts = new HashMap<>();
    private final Map<String, String> ids = new HashMap<>();

    /** When a message was given to the application, and when it might have been. */
    private record Delivered(long nanos, long sinceNanos) {}

    /** A receipt, or what stands for it. */
    record Confirmed(long nanos, boolean complete, Set<String> members) {}

    /** Of so many times, in milliseconds. */
    record Figures(double mean, double median, double p99, int count) {}

    WideAreaRecord(Protocol protocol, Collection<WanNode> sites) {
        for (WanNode site : sites) {
            delivered.put(site.name(), new LinkedHashMap<>());
            site.output()
                    .lines()
                    .map(line -> line.split(" ", -1))
                    .filter(words -> words.length > 2 && words[1].equals(protocol.name()))
                    .forEach(words -> add(site.name(), words));
        }
    }

    private void add(String site, String[] words) {
        switch (words[0]) {
            case "member" -> ids.put(site, words[2]);
            case "sent" -> sent.put(Integer.valueOf(words[2]), Long.valueOf(words[3]));
            case "delivered" -> {
                delivered(site)
                        .put(
                                Integer.valueOf(words[2]),
                                new Delivered(Long.parseLong(words[3]), Long.parseLong(words[4])));
                deliveries.merge(site, 1, Integer::sum);
            }
            case "receipt" ->
                receipts.put(
                        Integer.valueOf(words[2]),
                        new Confirmed(
                                Long.parseLong(words[3]),
                                Boolean.parseBoolean(words[4]),
                                words[5].isEmpty() ? Set.of() : Set.of(words[5].split(","))));
            case "event" -> {}
            default -> throw new AssertionError(site + " writes " + String.join(" ", words));
        }
    }

    private Map<Integer, Delivered> delivered(String site) {
        return delivered.getOrDefault(site, Map.of());
    }

    /** How often a message was given to a site's application. */
    int deliveries(String site) {
        return deliveries.getOrDefault(site, 0);
    }

    /** The numbers of the messages in the order in which a site was given them. */
    List<Integer> order(String site) {
        return List.copyOf(delivered(site).keySet());
    }

    List<Integer> sent() {
        return List.copyOf(sent.keySet());
    }

    Map<Integer, Confirmed> receipts() {
        return receipts;
    }

    String id(String site) {
        return ids.getOrDefault(site, "");
    }

    /** From sending to delivery, in milliseconds. */
    double deliveryMillis(String site, int number) {
        return millis(number, delivered(site).get(number).nanos());
    }

    /** From sending until a site had it and what comes before it, in milliseconds. */
    double presenceMillis(String site, int number) {
        return millis(number, delivered(site).get(number).sinceNanos());
    }

    /** From sending to the receipt, in milliseconds. */
    double receiptMillis(int number) {
        return millis(number, receipts.get(number).nanos());
    }

    private double millis(int number, long nanos) {
        return (nanos - sent.get(number)) / 1e6;
    }

    /** Of all deliveries at some sites of the messages first to below limit. */
    Figures deliveryFigures(List<String> sites, int first, int limit) {
        return figures(sites.stream()
                .flatMap(site -> numbers(first, limit).map(number -> deliveryMillis(site, number))));
    }

    /** Of the receipts of these messages. */
    Figures receiptFigures(int first, int limit) {
        return figures(numbers(first, limit).map(this::receiptMillis));
    }

    private static Stream<Integer> numbers(int first, int limit) {
        return Stream.iterate(first, number -> number < limit, number -> number + 1);
    }

    private static Figures figures(Stream<Double> millis) {
        double[] sorted = millis.mapToDouble(Double::doubleValue).sorted().toArray();
        return new Figures(
                Arrays.stream(sorted).average().orElse(Double.NaN),
                percentile(sorted, 0.5),
                percentile(sorted, 0.99),
                sorted.length);
    }

    private static double percentile(double[] sorted, double share) {
        return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
    }
}
