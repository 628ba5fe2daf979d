package org.rmcast.lab.papers.shiroshita;

import java.util.Locale;
import org.rmcast.api.Parameters;

/**
 * What is delivered, to whom, and under which conditions.
 *
 * @param packets of 1,024 bytes
 * @param lossPerMille of what each receiver hears, and of what the server hears, each datagram by itself
 * @param turnAroundMillis TAT: the round trip
 * @param special what else is otherwise than in the paper
 */
record Delivery(int receivers, int packets, int lossPerMille, int turnAroundMillis, Special special) {
    /** One thing that is changed, to see what it does. */
    enum Special {
        NONE("", ""),
        /** The server waits twice as long after each POLL, and after each CONN, as it did up to an earlier version. */
        DOUBLED("doubled", ", waits double"),
        /** TOKEN and the answer to it arrive. */
        SAFE_TOKEN("safe-token", ", no loss of the second exchange"),
        /** Nothing is lost before the first packet. */
        SAFE_CONNECTION("safe-connection", ", no loss while connecting");

        private final String id;
        private final String words;

        Special(String id, String words) {
            this.id = id;
            this.words = words;
        }
    }

    /** The paper's 2 Mbytes at 1 % of loss. */
    static Delivery of(int receivers, int turnAroundMillis) {
        return new Delivery(receivers, RmtpSettings.PACKETS, 10, turnAroundMillis, Special.NONE);
    }

    Delivery withLoss(int perMille) {
        return new Delivery(receivers, packets, perMille, turnAroundMillis, special);
    }

    Delivery with(Special other) {
        return new Delivery(receivers, packets, lossPerMille, turnAroundMillis, other);
    }

    double loss() {
        return lossPerMille / 1_000.0;
    }

    String id() {
        return String.format(Locale.ROOT, "deliver-n%d-loss%d-tat%d", receivers, lossPerMille, turnAroundMillis)
                + (special.id.isEmpty() ? "" : "-" + special.id);
    }

    String words() {
        return String.format(
                Locale.ROOT,
                "%d receivers, loss %.1f %%, TAT %d ms%s",
                receivers,
                lossPerMille / 10.0,
                turnAroundMillis,
                special.words);
    }

    Parameters parameters() {
        String turnAround = turnAroundMillis + "ms";
        Parameters parameters =
                RmtpSettings.parameters().with("turnAroundMin", turnAround).with("turnAroundMax", turnAround);
        return special == Special.DOUBLED ? parameters.with("answerMax", "10s") : parameters;
    }

    /** The model of it, with so much of a margin (α). */
    DeliveryModel model(double marginSeconds) {
        return new DeliveryModel.Setting(
                        loss(),
                        RmtpSettings.PACKETS_PER_SECOND,
                        RmtpSettings.SPACING_SECONDS,
                        turnAroundMillis / 1e3 + marginSeconds,
                        OverflowModel.NONE)
                .of(receivers, packets);
    }

    DeliveryModel model() {
        return model(RmtpSettings.MARGIN_SECONDS);
    }
}
