package org.rmcast.lab.papers.ozkasap;

import org.rmcast.lab.experiment.Column;
import org.rmcast.lab.experiment.Figure;
import org.rmcast.lab.experiment.TimeSeries;

/** Shares by latency, added up from the end: a curve that shows the rare late messages without the noise of single bins. */
final class Tail {
    private Tail() {}

    /** The share of messages that took longer, over the latency. */
    static Figure.Curve of(String name, TimeSeries latencies, Column column) {
        double[] middles = latencies.x();
        double[] shares = latencies.y(column);
        double[] x = new double[middles.length];
        double[] later = new double[middles.length];
        double sum = 0;
        for (int bin = middles.length - 1; bin >= 0; bin--) {
            sum += shares[bin];
            later[bin] = sum;
            x[bin] = middles[bin] - middles[0];
        }
        return new Figure.Curve(name, false, x, later);
    }
}
