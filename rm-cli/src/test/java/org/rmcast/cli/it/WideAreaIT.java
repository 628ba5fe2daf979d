package org.rmcast.cli.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.rmcast.cli.it.WideAreaRecord.Figures;
import org.rmcast.cli.it.WideAreaSite.Protocol;

/**
 * Five sites with the paper's ways between them, of which one sends: how long messages take until they are delivered, and until the sender knows
 * that all have them, in the paper's protocols and in TRAM, which are measured at the same time. Compared with row 9 of
 * docs/results/wide-area-group.md, the same in the simulator. The table is kept in target/wide-area.txt.
 */
@RequiresEngine
@Isolated("it measures")
class WideAreaIT {
    private static final int MESSAGES = Integer.getInteger("rm.it.messages", 40);
    /** Until compilers have seen the code. */
    private static final int WARM_UP = 10;

    private static final long INTERVAL_MILLIS = 200;
    /** Longer than it takes until the sender of D has sent again what was lost and heard that it has come. */
    private static final long APART_MILLIS = 1_800;

    private static final Path REPORT = Path.of("target", "wide-area.txt");

    /** From row 9, less the time in which a host there processes a message. */
    private static final double PROCESSING_MILLIS = 7;

    private static final double NEAR = 0.05;
    /** D's sender waits for the round trip that it has measured and four times its deviation, in which a busy machine shows. */
    private static final double LONGER = 0.5;

    /** What two readings of the clock may be wrong by. */
    private static final double CLOCK_MILLIS = 2;

    /** What is lost. */
    private enum Losses {
        NONE("nothing lost"),
        /** Between Hatoyama and the other places as table 1 of the paper has it. */
        PAPER("losses of table 1"),
        /** Table 2 of the paper: of each message the copy that the sender sends to ktus0. */
        COPY("copy to ktus0 lost");

        private final String words;

        Losses(String words) {
            this.words = words;
        }
    }

    /** Messages first to below limit. */
    private record Part(Losses losses, Protocol protocol, int first, int limit) {
        @Override
        public String toString() {
            return protocol + ", " + losses.words;
        }
    }

    private final Map<Protocol, WideAreaRecord> records = new EnumMap<>(Protocol.class);
    private final List<Part> parts = new ArrayList<>();

    @Test
    void shouldDeliverAndConfirmAsInTheSimulator(Wan wan) throws Exception {
        WideAreaGroup group = new WideAreaGroup(wan).start();
        group.send(WARM_UP, INTERVAL_MILLIS / 2, Protocol.values());
        measure(group, Losses.NONE, MESSAGES, INTERVAL_MILLIS, Protocol.values());
        group.loseCopiesToKtus0(true);
        measure(group, Losses.COPY, Math.max(4, MESSAGES / 8), APART_MILLIS, Protocol.M, Protocol.D);
        group.loseCopiesToKtus0(false);
        group.setWays(true);
        measure(group, Losses.PAPER, MESSAGES, INTERVAL_MILLIS, Protocol.values());
        for (Protocol protocol : Protocol.values()) {
            records.put(protocol, group.record(protocol));
        }
        SoftAssertions all = new SoftAssertions();
        for (Protocol protocol : Protocol.values()) {
            requireAll(protocol, group.sent(protocol), all);
        }
        all.assertAll();
        tell();
        for (Part part : parts) {
            requireNoReceiptTooSoon(part, all);
        }
        requireAgreementWithTheSimulator(all);
        all.assertThat(deliveries(Losses.PAPER, Protocol.M).mean())
                .as("mean delivery with losses, M against D")
                .isLessThan(deliveries(Losses.PAPER, Protocol.D).mean());
        all.assertAll();
    }

    private void measure(WideAreaGroup group, Losses losses, int count, long intervalMillis, Protocol... protocols) {
        for (Protocol protocol : protocols) {
            int first = group.sent(protocol);
            parts.add(new Part(losses, protocol, first, first + count));
        }
        group.send(count, intervalMillis, protocols);
    }

    // --- What has to be so

    /** Everything is delivered once, in the order of sending, and every receipt names all. */
    private void requireAll(Protocol protocol, int count, SoftAssertions all) {
        WideAreaRecord record = records.get(protocol);
        List<Integer> numbersSent = IntStream.range(0, count).boxed().toList();
        all.assertThat(record.sent()).as("%s: sent", protocol).isEqualTo(numbersSent);
        for (String site : FiveSites.destinations()) {
            all.assertThat(record.order(site))
                    .as("%s: delivered at %s", protocol, site)
                    .isEqualTo(numbersSent);
            all.assertThat(record.deliveries(site))
                    .as("%s: delivered at %s", protocol, site)
                    .isEqualTo(numbersSent.size());
        }
        all.assertThat(record.receipts().keySet())
                .as("%s: receipts", protocol)
                .containsExactlyInAnyOrderElementsOf(numbersSent);
        List<String> ids = FiveSites.destinations().stream().map(record::id).toList();
        record.receipts().forEach((number, receipt) -> {
            all.assertThat(receipt.complete())
                    .as("%s: receipt of %d", protocol, number)
                    .isTrue();
            if (protocol.givesReceipts()) {
                all.assertThat(receipt.members())
                        .as("%s: receipt of %d", protocol, number)
                        .containsExactlyInAnyOrderElementsOf(ids);
            }
        });
    }

    /** Nobody's confirmation can have come back sooner than the ways allow, counted from when it had the message. */
    private void requireNoReceiptTooSoon(Part part, SoftAssertions all) {
        WideAreaRecord record = records.get(part.protocol());
        for (int number = part.first(); number < part.limit(); number++) {
            for (String site : FiveSites.destinations()) {
                all.assertThat(record.receiptMillis(number))
                        .as("%s: receipt of %d, which %s has", part, number, site)
                        .isGreaterThan(
                                soonest(part, record, site, number) + FiveSites.leastMillis(site, FiveSites.NINA));
            }
        }
    }

    /** When a site had a message. A receipt says that it has come, be one before it missing or not; a flush that these have come, too. */
    private static double soonest(Part part, WideAreaRecord record, String site, int number) {
        double least = FiveSites.leastMillis(FiveSites.NINA, site);
        boolean mayWait = part.protocol().givesReceipts() && part.losses() == Losses.PAPER;
        return mayWait ? least : Math.max(least, record.presenceMillis(site, number) - CLOCK_MILLIS);
    }

    /** Medians, which the few messages that a busy machine holds up do not move; the simulator's figures are means of what hardly varies. */
    private void requireAgreementWithTheSimulator(SoftAssertions all) {
        agree(all, part(Losses.NONE, Protocol.M), NEAR, 382.9, 725.6);
        agree(all, part(Losses.NONE, Protocol.D), NEAR, 383, 725.4);
        agree(all, part(Losses.COPY, Protocol.M), NEAR, 394.4, 735.3);
        agree(all, part(Losses.COPY, Protocol.D), LONGER, 1_100, 1_441);
    }

    private void agree(SoftAssertions all, Part part, double longer, double delivered, double known) {
        WideAreaRecord record = records.get(part.protocol());
        Figures ktus0 = record.deliveryFigures(List.of(FiveSites.KTUS0), part.first(), part.limit());
        agree(all, part + ": delivery at ktus0, ms", ktus0, delivered, longer);
        agree(all, part + ": receipt, ms", record.receiptFigures(part.first(), part.limit()), known, longer);
    }

    private static void agree(SoftAssertions all, String what, Figures measured, double simulated, double longer) {
        double expected = simulated - PROCESSING_MILLIS;
        all.assertThat(measured.median()).as(what).isBetween((1 - NEAR) * expected, (1 + longer) * expected);
    }

    private Part part(Losses losses, Protocol protocol) {
        return parts.stream()
                .filter(part -> part.losses() == losses && part.protocol() == protocol)
                .findAny()
                .orElseThrow();
    }

    private Figures deliveries(Losses losses, Protocol protocol) {
        Part part = part(losses, protocol);
        return records.get(protocol).deliveryFigures(FiveSites.destinations(), part.first(), part.limit());
    }

    // --- What is told

    private void tell() throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(
                "| losses | protocol | messages | delivery mean ms | p99 ms | at ktus0 mean ms | p99 ms | receipt mean ms | p99 ms |");
        lines.add("|---|---|---:|---:|---:|---:|---:|---:|---:|");
        for (Part part : parts) {
            WideAreaRecord record = records.get(part.protocol());
            Figures everywhere = record.deliveryFigures(FiveSites.destinations(), part.first(), part.limit());
            Figures ktus0 = record.deliveryFigures(List.of(FiveSites.KTUS0), part.first(), part.limit());
            Figures receipts = record.receiptFigures(part.first(), part.limit());
            lines.add(String.format(
                    Locale.ROOT,
                    "| %s | %s | %d | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f |",
                    part.losses().words,
                    part.protocol(),
                    receipts.count(),
                    everywhere.mean(),
                    everywhere.p99(),
                    ktus0.mean(),
                    ktus0.p99(),
                    receipts.mean(),
                    receipts.p99()));
        }
        lines.forEach(System.out::println);
        Files.write(REPORT, lines);
    }
}
