package org.rmcast.core.testing;

import java.util.List;
import java.util.Locale;
import org.rmcast.api.Meter;

/** Meters as a table of a document. */
public final class MeterTable {
    private MeterTable() {}

    /** A row for each, with a line feed at its end. */
    public static String of(List<? extends Meter> meters) {
        StringBuilder table =
                new StringBuilder("| field | meter | kind | unit | what it is |\n|---|---|---|---|---|\n");
        for (Meter meter : meters) {
            String name = meter.meterName().isEmpty() ? "" : "`" + meter.meterName() + "`";
            table.append("| `").append(meter.figure()).append("` | ").append(name);
            table.append(" | ").append(meter.kind().name().toLowerCase(Locale.ROOT));
            table.append(" | ").append(meter.unit()).append(" | ").append(meter.meaning());
            table.append(" |\n");
        }
        return table.toString();
    }
}
