package org.rmcast.lab.papers.tachikawa;

import java.time.Duration;
import java.util.Locale;
import org.rmcast.core.impair.Impairments;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.sim.LinkFault;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.Simulation;
import org.rmcast.sim.Topology;

/**
 * The five processes of the paper's experiment: two on one LAN, the others each on a site of its own. Delays are means, reconstructed from table
 * 2 where ktus0 has a part in them; they differ by direction.
 */
final class FiveProcesses {
    static final int KTUS0 = 0;
    static final int KTUS1 = 1;
    static final int SUAN = 2;
    static final int SUNSHINE = 3;
    static final int NINA = 4;

    /** Keele to Hatoyama: table 2, R. */
    static final double THERE_MILLIS = 376;
    /** Hatoyama to Keele: table 2, RR less DL. */
    static final double BACK_MILLIS = 341;
    /** Between two hosts of the LAN: table 2, from 3 for a confirmation to 7 for a request with its answer. */
    static final double LAN_MILLIS = 3.5;

    /** Delays on the long ways spread by so much, on the LAN by so much. */
    static final int JITTER_MILLIS = 5;

    private static final double LAN_JITTER_MILLIS = 1;

    /** Keele to Sendai and back, Keele to Los Angeles and back, Sendai to Los Angeles: chosen. */
    static final double KEELE_SENDAI_MILLIS = 350;

    static final double SENDAI_KEELE_MILLIS = 320;
    static final double KEELE_UCLA_MILLIS = 260;
    static final double UCLA_KEELE_MILLIS = 230;
    static final double SENDAI_UCLA_MILLIS = 190;

    /** Routers, by which trunks are known. */
    static final int SENDAI = 1;

    static final int UCLA = 2;
    static final int KEELE = 3;
    /** Cross links. */
    static final int SENDAI_TO_UCLA = 0;

    static final int SENDAI_TO_KEELE = 1;
    static final int UCLA_TO_KEELE = 2;

    private static final int DATA = 1;
    private static final int HATOYAMA = 0;

    /** What differs from run to run. */
    enum Case {
        /** sunshine gets nina's messages so late that its confirmations come to ktus0 after those of ktus1: in table 2 ktus1 is the first. */
        TABLE("", KEELE_UCLA_MILLIS, UCLA_KEELE_MILLIS, 7),
        /** The same where messages are processed in no time. */
        AT_ONCE("no processing", KEELE_UCLA_MILLIS, UCLA_KEELE_MILLIS, 0),
        /** As if packets between Keele and Hatoyama went through UCLA. */
        THROUGH_UCLA(
                "as if Keele and Hatoyama were connected through UCLA",
                THERE_MILLIS - MeasuredPath.UCLA.meanMillis(),
                BACK_MILLIS - MeasuredPath.UCLA.meanMillis(),
                7);

        private final String words;
        private final double uclaMillis;
        private final double uclaBackMillis;
        private final double processingMillis;

        Case(String words, double uclaMillis, double uclaBackMillis, double processingMillis) {
            this.words = words;
            this.uclaMillis = uclaMillis;
            this.uclaBackMillis = uclaBackMillis;
            this.processingMillis = processingMillis;
        }

        /** What is otherwise than in table 2; empty for that itself. */
        String words() {
            return words;
        }

        /** From a message's arrival until the engine has it. */
        double processingMillis() {
            return processingMillis;
        }
    }

    private FiveProcesses() {}

    static Topology network(Case which) {
        double sendai = MeasuredPath.SENDAI.meanMillis();
        double far = MeasuredPath.UCLA.meanMillis();
        Topology.Builder network = Topology.builder();
        network.router(HATOYAMA, fromHatoyama(sendai, sendai));
        network.router(HATOYAMA, fromHatoyama(far, far));
        network.router(HATOYAMA, fromHatoyama(BACK_MILLIS, THERE_MILLIS));
        network.crossLink(SENDAI, UCLA, link(SENDAI_UCLA_MILLIS, SENDAI_UCLA_MILLIS, JITTER_MILLIS));
        network.crossLink(SENDAI, KEELE, link(SENDAI_KEELE_MILLIS, KEELE_SENDAI_MILLIS, JITTER_MILLIS));
        network.crossLink(UCLA, KEELE, link(which.uclaBackMillis, which.uclaMillis, JITTER_MILLIS));
        LinkSettings lan = link(LAN_MILLIS / 2, LAN_MILLIS / 2, LAN_JITTER_MILLIS / 2);
        network.host(HATOYAMA, lan);
        network.host(HATOYAMA, lan);
        network.host(SENDAI, LinkSettings.perfect());
        network.host(UCLA, LinkSettings.perfect());
        network.host(KEELE, LinkSettings.perfect());
        return network.build();
    }

    /** Messages take their time until the engine has them: repairs and all else do not. */
    static void process(Simulation simulation, Case which) {
        LinkFault processing =
                LinkFault.delay(FiveProcesses::isData, Duration.ofNanos(Math.round(1e6 * which.processingMillis)));
        for (int host = KTUS0; host <= NINA; host++) {
            simulation.accessLink(host).injectDown(processing);
        }
    }

    /** Whether it carries messages for the first time, see docs/protocols/wan.md. */
    static boolean isData(byte[] datagram) {
        return DatagramHeader.type(datagram) == DATA;
    }

    /** The LAN is a part of each way from and to Hatoyama. */
    static LinkSettings fromHatoyama(double fromMillis, double toMillis) {
        return link(fromMillis - LAN_MILLIS / 2, toMillis - LAN_MILLIS / 2, JITTER_MILLIS);
    }

    static LinkSettings link(double downMillis, double upMillis, double jitterMillis) {
        return new LinkSettings(way(downMillis, jitterMillis), way(upMillis, jitterMillis));
    }

    private static Impairments way(double meanMillis, double jitterMillis) {
        return Impairments.parse(String.format(
                Locale.ROOT,
                "delay=%dus,jitter=%dus",
                Math.round(1_000 * (meanMillis - jitterMillis / 2)),
                Math.round(1_000 * jitterMillis)));
    }
}
