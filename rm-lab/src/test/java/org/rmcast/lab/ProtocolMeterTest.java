package org.rmcast.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.api.Meter;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.api.SessionMeter;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.testing.GeneratedText;
import org.rmcast.core.testing.MeterTable;
import org.rmcast.core.wire.Wire;
import org.rmcast.rmtp.RmtpProtocol;

/** What protocols count besides what all count: declared once each, too. */
class ProtocolMeterTest {
    private static final InetSocketAddress SELF = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7001);

    /** Those of sessions, and RMTP. */
    private static List<Protocol> protocols() {
        List<Protocol> all = new ArrayList<>(OwnProtocols.present());
        all.add(new RmtpProtocol(
                context -> {
                    throw new IllegalStateException("nothing is delivered");
                },
                context -> dataSet -> null));
        return all;
    }

    @Test
    void shouldHaveTheMetersThatAreDeclared() {
        StringBuilder text = new StringBuilder();
        for (Protocol protocol : protocols()) {
            if (!protocol.meters().isEmpty()) {
                text.append(text.isEmpty() ? "" : "\n").append("### `").append(protocol.name());
                text.append("`\n\n").append(MeterTable.of(protocol.meters()));
            }
        }
        GeneratedText.of(ProtocolMeterTest.class, "rm-lab").checkPart("docs/meters.md", "protocols", text.toString());
    }

    @Test
    void shouldGiveWhatIsDeclared() throws UnknownHostException {
        InetSocketAddress group =
                new InetSocketAddress(InetAddress.getByAddress(new byte[] {(byte) 239, 1, 1, 1}), 7000);
        for (Protocol protocol : OwnProtocols.present()) {
            List<Meter> declared = new ArrayList<>(List.of(EngineMeter.values()));
            declared.addAll(protocol.meters());
            Configured configured = protocol.configure(Parameters.none(), Wire.DEFAULT_DATAGRAM_BYTES);
            for (Role role : configured.roles()) {
                SplittableRandom random = new SplittableRandom(1);
                EngineContext context = new EngineContext(1, 2, role, group, SELF, 0, random);
                assertThat(configured.createEngine(context).statistics().meters())
                        .as("%s, %s", protocol.name(), role)
                        .isEqualTo(declared);
            }
        }
    }

    @Test
    void shouldNameEachOnce() {
        for (Protocol protocol : protocols()) {
            List<Meter> all = new ArrayList<>(List.of(SessionMeter.values()));
            all.addAll(List.of(EngineMeter.values()));
            all.addAll(protocol.meters());
            assertThat(all).extracting(Meter::figure).doesNotHaveDuplicates();
            assertThat(all)
                    .filteredOn(meter -> !meter.meterName().isEmpty())
                    .extracting(meter -> meter.meterName() + meter.reason())
                    .doesNotHaveDuplicates();
        }
    }
}
