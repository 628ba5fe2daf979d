package org.rmcast.core.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.EngineCounters;
import org.rmcast.core.engine.EngineMeter;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.Meter;
import org.rmcast.core.testing.GeneratedText;

/** What is counted is declared once; the page, JSON and registries follow. */
class MeterDocumentTest {
    @Test
    void shouldHaveTheMetersThatAreDeclared() {
        StringBuilder table =
                new StringBuilder("| field | meter | kind | unit | what it is |\n|---|---|---|---|---|\n");
        for (Meter meter : SessionMeters.declared()) {
            String name = meter.meterName().isEmpty() ? "" : "`" + meter.meterName() + "`";
            table.append("| `")
                    .append(meter.figure())
                    .append("` | ")
                    .append(name)
                    .append(" | ");
            table.append(meter.kind().name().toLowerCase(Locale.ROOT)).append(" | ");
            table.append(meter.unit()).append(" | ").append(meter.meaning()).append(" |\n");
        }
        GeneratedText.of(MeterDocumentTest.class, "rm-core").checkPart("docs/meters.md", "meters", table.toString());
    }

    @Test
    void shouldNameEachOnce() {
        List<Meter> all = SessionMeters.declared();
        assertThat(all).extracting(Meter::figure).doesNotHaveDuplicates();
        assertThat(all)
                .extracting(Meter::meterName)
                .filteredOn(name -> !name.isEmpty() && !name.equals("rm.datagrams.rejected"))
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldTakeOverWhatWasCounted() {
        EngineCounters counters = new EngineCounters();
        counters.increment(EngineMeter.REPAIRS_SENT);
        counters.add(EngineMeter.REPAIRS_SENT, 4);
        EngineStatistics statistics = EngineStatistics.of(counters)
                .with(EngineMeter.BUFFER_PACKETS, 7)
                .detail("treeLevel", 2)
                .build();
        counters.increment(EngineMeter.REPAIRS_SENT);
        assertThat(statistics.get(EngineMeter.REPAIRS_SENT)).isEqualTo(5);
        assertThat(statistics.get(EngineMeter.BUFFER_PACKETS)).isEqualTo(7);
        assertThat(statistics.get(EngineMeter.NAKS_SENT)).isZero();
        assertThat(statistics.detail("treeLevel")).isEqualTo(2);
        assertThat(statistics.detail("headId")).isZero();
    }
}
