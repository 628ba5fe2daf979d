package org.rmcast.lab.papers.shiroshita;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.lab.experiment.Column;
import org.rmcast.lab.experiment.Measurement;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.TimeSeries;
import org.rmcast.lab.papers.shiroshita.Phases.Phase;
import org.rmcast.sim.LinkSettings;
import org.rmcast.sim.ReceptionFilter;
import org.rmcast.sim.Topology;

/**
 * One delivery, and the model's figures for it.
 *
 * <p>Each datagram is lost at each receiver by itself, and at the server, as the model has it: no loss is common to several.
 */
record DeliveryRun(Delivery delivery) implements Run {
    static final String CONNECTING = "connecting s";
    static final String SENDING = "sending s";
    static final String ANSWERS = "answers s";
    static final String POLLING = "polling s";
    static final String POLLS = "POLLs";
    /** Before the names of the model's figures. */
    static final String MODEL = "model: ";

    static final String WITHOUT_MARGIN = MODEL + "time without margin s";

    static final String ROUNDS = "rounds";
    static final Column ROUND = new Column("round");
    static final Column PACKETS = new Column("packets");
    static final Column MODEL_PACKETS = new Column("model: packets");

    private static final int CONNECTION_REQUEST = 1;
    private static final int CONNECTION_ACK = 2;
    private static final int TOKEN = 3;
    private static final int TOKEN_OFFSET = 36;

    @Override
    public String id() {
        return delivery.id();
    }

    @Override
    public String description() {
        return delivery.words();
    }

    @Override
    public double cost() {
        return (double) delivery.receivers() * delivery.packets() * (2 + delivery.lossPerMille() / 30.0);
    }

    @Override
    public Measurement measure(long seed) {
        // A receiver and the server are two links apart, there and back four.
        long delayMicros = delivery.turnAroundMillis() * 1_000L / 4;
        Topology network = Topology.star(delivery.receivers() + 1, LinkSettings.parse("delay=" + delayMicros + "us"));
        RmtpGroup group = new RmtpGroup(seed, network, delivery.packets(), delivery.parameters());
        group.simulation.filter(loss(new SplittableRandom(seed)));
        Phases phases = new Phases();
        group.simulation.node(0).observe(phases);
        Measurement result = new Measurement(id());
        group.finish(result);
        putPhases(phases, result);
        putModel(result);
        result.put(ROUNDS, rounds(phases));
        return result;
    }

    private ReceptionFilter loss(SplittableRandom random) {
        double loss = delivery.loss();
        return switch (delivery.special()) {
            case NONE, DOUBLED -> (host, datagram) -> random.nextDouble() >= loss;
            case SAFE_TOKEN -> (host, datagram) -> isOfToken(datagram) || random.nextDouble() >= loss;
            case SAFE_CONNECTION -> (host, datagram) -> isOfConnection(datagram) || random.nextDouble() >= loss;
        };
    }

    private static boolean isOfConnection(byte[] datagram) {
        int type = DatagramHeader.type(datagram);
        return type == CONNECTION_REQUEST || type == CONNECTION_ACK || type == TOKEN;
    }

    /** TOKEN, or CACK that shows one. */
    private static boolean isOfToken(byte[] datagram) {
        int type = DatagramHeader.type(datagram);
        return type == TOKEN
                || (type == CONNECTION_ACK && ByteBuffer.wrap(datagram).getLong(TOKEN_OFFSET) != 0);
    }

    private static void putPhases(Phases phases, Measurement result) {
        result.put(CONNECTING, phases.seconds(Phase.CONNECTING))
                .put(SENDING, phases.seconds(Phase.SENDING))
                .put(ANSWERS, phases.seconds(Phase.ANSWERS))
                .put(POLLING, phases.seconds(Phase.POLLING))
                .put(POLLS, phases.polls());
    }

    private void putModel(Measurement result) {
        DeliveryModel model = delivery.model();
        List<DeliveryModel.Phase> rounds = model.rounds();
        double once = delivery.turnAroundMillis() / 1e3 + RmtpSettings.MARGIN_SECONDS;
        double answers =
                rounds.stream().mapToDouble(round -> round.spread() + once).sum();
        double polling = rounds.stream()
                .mapToDouble(round -> round.polling() + round.waiting() - once)
                .sum();
        result.put(MODEL + RmtpGroup.TIME, model.seconds())
                .put(WITHOUT_MARGIN, delivery.model(0).seconds())
                .put(MODEL + RmtpGroup.RETRANSMISSIONS, (double) model.retransmissions())
                .put(MODEL + CONNECTING, model.connecting().seconds())
                .put(
                        MODEL + SENDING,
                        rounds.stream()
                                .mapToDouble(DeliveryModel.Phase::sending)
                                .sum())
                .put(MODEL + ANSWERS, answers)
                .put(MODEL + POLLING, polling)
                .put(MODEL + RmtpGroup.SENT, model.sent())
                .put(MODEL + RmtpGroup.RECEIVED, model.received(delivery.receivers()));
    }

    private TimeSeries rounds(Phases phases) {
        List<RoundModel.Round> model = RoundModel.of(delivery.loss(), delivery.packets(), delivery.receivers())
                .rounds();
        TimeSeries.Builder series = TimeSeries.over(ROUND, PACKETS, MODEL_PACKETS);
        for (int k = 0; k < phases.rounds().size(); k++) {
            series.row()
                    .set(ROUND, k)
                    .set(PACKETS, (double) phases.rounds().get(k).packets())
                    .set(MODEL_PACKETS, k < model.size() ? model.get(k).packets() : 0);
        }
        return series.build();
    }
}
