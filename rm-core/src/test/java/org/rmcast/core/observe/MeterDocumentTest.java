package org.rmcast.core.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Meter;
import org.rmcast.api.SessionMeter;
import org.rmcast.core.engine.EngineStatistics;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.testing.GeneratedText;
import org.rmcast.core.testing.MeterTable;
import org.rmcast.core.testing.ToyMeter;

/** What is counted is declared once; the page, JSON and registries follow. */
class MeterDocumentTest {
    private static List<Meter> declared() {
        List<Meter> all = new ArrayList<>(List.of(SessionMeter.values()));
        all.addAll(List.of(EngineMeter.values()));
        return all;
    }

    @Test
    void shouldHaveTheMetersThatAreDeclared() {
        GeneratedText.of(MeterDocumentTest.class, "rm-core")
                .checkPart("docs/meters.md", "meters", MeterTable.of(declared()));
    }

    @Test
    void shouldNameEachOnce() {
        assertThat(declared()).extracting(Meter::figure).doesNotHaveDuplicates();
        assertThat(declared())
                .filteredOn(meter -> !meter.meterName().isEmpty())
                .extracting(meter -> meter.meterName() + meter.reason())
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldTakeOverWhatWasCounted() {
        MeterValues<EngineMeter> counters = new MeterValues<>(EngineMeter.class);
        MeterValues<ToyMeter> own = new MeterValues<>(ToyMeter.class);
        counters.increment(EngineMeter.REPAIRS_SENT);
        counters.add(EngineMeter.REPAIRS_SENT, 4);
        own.increment(ToyMeter.HELLOS);
        EngineStatistics statistics = EngineStatistics.of(counters)
                .with(EngineMeter.BUFFER_PACKETS, 7)
                .with(own)
                .build();
        counters.increment(EngineMeter.REPAIRS_SENT);
        own.increment(ToyMeter.HELLOS);
        assertThat(statistics.get(EngineMeter.REPAIRS_SENT)).isEqualTo(5);
        assertThat(statistics.get(EngineMeter.BUFFER_PACKETS)).isEqualTo(7);
        assertThat(statistics.get(EngineMeter.NAKS_SENT)).isZero();
        assertThat(statistics.get(ToyMeter.HELLOS)).isEqualTo(1);
        assertThat(statistics.get("hellos")).isEqualTo(1);
        assertThat(statistics.get("treeLevel")).isZero();
        assertThat(statistics.get(SessionMeter.WAKE_UPS)).isZero();
        assertThat(statistics.meters()).hasSize(EngineMeter.values().length + 1).endsWith(ToyMeter.HELLOS);
    }

    @Test
    void shouldAddUpWhatPartsHaveCounted() {
        MeterValues<SessionMeter> driver = new MeterValues<>(SessionMeter.class);
        MeterValues<SessionMeter> sockets = new MeterValues<>(SessionMeter.class);
        driver.increment(SessionMeter.WAKE_UPS);
        sockets.add(SessionMeter.BYTES_SENT, 100);
        MeterValues<SessionMeter> sum = driver.copy();
        sum.addAll(sockets);
        assertThat(sum.get(SessionMeter.WAKE_UPS)).isEqualTo(1);
        assertThat(sum.get(SessionMeter.BYTES_SENT)).isEqualTo(100);
        assertThat(driver.get(SessionMeter.BYTES_SENT)).isZero();
    }
}
