package org.rmcast.lab.papers.shiroshita;

import java.util.List;
import java.util.Locale;
import org.rmcast.lab.experiment.Finding;
import org.rmcast.lab.experiment.PaperText;
import org.rmcast.lab.experiment.Scenario;

/** Section 4.2: the bandwidth, and the comparison with FTP. */
final class BandwidthRow {
    private static final double ETHERNET_BITS = 10e6;
    /** Ethernet with preamble and gap, IP, UDP. */
    private static final int HEADER_BYTES = 38 + 20 + 8;
    /** "Only 12 %": rounded to whole per cent. */
    private static final double SAID = 0.12;

    private static final double ROUNDING = 0.005;

    Scenario scenario() {
        PaperText.Row row = RmtpLargeScale.TEXT.row("9");
        return row.scenario(
                List.of(),
                List.of(),
                List.of(),
                List.of(row.claim("share", measurements -> share()), row.notTestable("ftp")));
    }

    private static Finding share() {
        double packets = RmtpSettings.PACKETS_PER_SECOND;
        double data = packets * RmtpSettings.PACKET_BYTES * 8 / ETHERNET_BITS;
        double line = packets * (RmtpSettings.DATAGRAM_BYTES + HEADER_BYTES) * 8 / ETHERNET_BITS;
        return Finding.of(
                Math.abs(line - SAID) <= ROUNDING,
                String.format(
                        Locale.ROOT,
                        "while data is sent: %.1f %% of 10 Mb/s are data, %.1f %% with the headers of RMTP, UDP, IP and Ethernet",
                        100 * data,
                        100 * line));
    }
}
