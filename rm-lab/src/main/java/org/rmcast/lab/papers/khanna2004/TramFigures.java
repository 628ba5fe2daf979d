package org.rmcast.lab.papers.khanna2004;

import static org.rmcast.lab.group.LatencyMeter.*;
import static org.rmcast.lab.group.MembershipMeter.*;
import static org.rmcast.lab.group.RepairMeter.*;
import static org.rmcast.lab.group.StateMeter.*;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rmcast.lab.experiment.Column;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.FigurePlan;
import org.rmcast.lab.experiment.Run;
import org.rmcast.lab.experiment.TimeSeries;

/** The plots that several rows have. */
final class TramFigures {
    private static final String PACKET = "packet (number)";
    private static final String TIME = "time since the first packet (s)";
    private static final String LATENCY = "latency (ms)";
    /** The highest value over the lowest. */
    private static final double MUCH = 50;

    private static final String BUFFER = "packets in the buffer";

    private TramFigures() {}

    /**
     * A curve's name and the run it is of.
     *
     * @param name for the legend
     */
    record Named(String name, Run run) {}

    /** Latency packet by packet from the first one on, at one normal and at the faulty receiver. */
    static FigurePlan closeUp(String name, String title, Run run) {
        return new FigurePlan(name, measurements -> {
            TimeSeries series = measurements.of(run).series(CLOSE_UP_SERIES);
            return new Figure(
                    title,
                    PACKET,
                    LATENCY,
                    false,
                    List.of(
                            Figure.Curve.of("a normal receiver", series, NORMAL),
                            Figure.Curve.of("the faulty receiver", series, FAULTY)));
        });
    }

    /** Latency over the whole run, each ack window's mean; on a logarithmic axis if it spans more than it can show else. */
    static FigurePlan latency(String name, String title, List<Named> runs) {
        return new FigurePlan(name, measurements -> {
            List<Figure.Curve> curves = new ArrayList<>();
            for (Named named : runs) {
                TimeSeries series = measurements.of(named.run()).series(LATENCY_SERIES);
                curves.add(Figure.Curve.of(named.name() + ": normal receivers", series, NORMAL_MEAN));
                curves.add(Figure.Curve.of(named.name() + ": faulty receiver", series, FAULTY_MEAN));
            }
            return new Figure(title, PACKET, LATENCY + ", mean of 32 packets", spansMuch(curves), curves);
        });
    }

    private static boolean spansMuch(List<Figure.Curve> curves) {
        double[] positive = curves.stream()
                .flatMapToDouble(curve -> Arrays.stream(curve.y()))
                .filter(y -> y > 0)
                .sorted()
                .toArray();
        return positive.length > 0 && positive[positive.length - 1] > MUCH * positive[0];
    }

    static FigurePlan rate(String name, String title, List<Named> runs) {
        return state(name, title, "rate (bytes/s)", STATE_RATE, runs);
    }

    static FigurePlan senderBuffer(String name, String title, List<Named> runs) {
        return state(name, title, BUFFER + " of the sender", STATE_SENDER_BUFFER, runs);
    }

    /** Of the head of the faulty receiver, or of the first head. */
    static FigurePlan headBuffer(String name, String title, List<Named> runs) {
        return state(name, title, BUFFER + " of the repair head", STATE_FAULTY_HEAD_BUFFER, runs);
    }

    /** The same with a level line at what the paper says. */
    static FigurePlan headBuffer(String name, String title, List<Named> runs, String said, double value) {
        FigurePlan plan = headBuffer(name, title, runs);
        return new FigurePlan(name, measurements -> {
            Figure figure = plan.drawing().apply(measurements);
            double last = figure.curves().stream()
                    .mapToDouble(curve -> curve.x().length == 0 ? 0 : curve.x()[curve.x().length - 1])
                    .max()
                    .orElse(1);
            List<Figure.Curve> curves = new ArrayList<>(figure.curves());
            curves.add(Figure.Curve.said(said, 0, last, value));
            return new Figure(figure.title(), figure.xLabel(), figure.yLabel(), figure.logarithmic(), curves);
        });
    }

    private static FigurePlan state(String name, String title, String label, Column column, List<Named> runs) {
        return new FigurePlan(name, measurements -> {
            List<Figure.Curve> curves = new ArrayList<>();
            for (Named named : runs) {
                curves.add(Figure.Curve.of(
                        named.name(), measurements.of(named.run()).series(STATE_SERIES), column));
            }
            return new Figure(title, TIME, label, false, curves);
        });
    }
}
