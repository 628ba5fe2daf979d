package org.rmcast.lab.papers.tachikawa;

import java.util.List;
import java.util.Locale;
import org.rmcast.wan.WanConfig.Mode;

/** Table 2 of the paper as put together again: delays from when nina sends, in milliseconds. */
final class Table2 {
    /** One figure. */
    record Cell(Mode mode, boolean lossy, String figure, double millis) {
        String words() {
            return (lossy ? "" : "no loss ") + figure.replace(" ms", "");
        }
    }

    /** What follows from the protocol; what is put in (376 and 383 without loss) is left out. */
    private static final List<Cell> CELLS = List.of(
            new Cell(Mode.MODIFIED, false, ReceiptRun.KNOWN, 724),
            new Cell(Mode.MODIFIED, true, ReceiptRun.DETECTED, 386),
            new Cell(Mode.MODIFIED, true, ReceiptRun.RECEIVED, 393),
            new Cell(Mode.MODIFIED, true, ReceiptRun.DELIVERED, 394),
            new Cell(Mode.MODIFIED, true, ReceiptRun.KNOWN, 735),
            new Cell(Mode.DECENTRALISED, false, ReceiptRun.KNOWN, 1128),
            new Cell(Mode.DECENTRALISED, true, ReceiptRun.DETECTED, 762),
            new Cell(Mode.DECENTRALISED, true, ReceiptRun.RECEIVED, 1135),
            new Cell(Mode.DECENTRALISED, true, ReceiptRun.DELIVERED, 1139),
            new Cell(Mode.DECENTRALISED, true, ReceiptRun.KNOWN, 1891));

    /** Delivery without loss, in both protocols. */
    static final double DELIVERED_MILLIS = 383;

    private Table2() {}

    static List<Cell> cells() {
        return CELLS;
    }

    static List<Cell> of(Mode mode) {
        return CELLS.stream().filter(cell -> cell.mode() == mode).toList();
    }

    /** By how much the loss puts delivery off. */
    static double addedMillis(Mode mode) {
        return of(mode).stream()
                        .filter(cell -> cell.figure().equals(ReceiptRun.DELIVERED))
                        .mapToDouble(Cell::millis)
                        .sum()
                - DELIVERED_MILLIS;
    }

    /** The paper's letter. */
    static String letter(Mode mode) {
        return mode.name().substring(0, 1).toUpperCase(Locale.ROOT);
    }
}
