package org.rmcast.lab.bulk;

import java.util.List;

/**
 * What a packet costs, from runs with different numbers of them: processor time = sent * a + received * b + copied * c + d, with the least sum
 * of squares of what is left over, each as a share of what was measured.
 *
 * @param perSent seconds for each packet that was sent
 * @param perReceived seconds for each that was received
 * @param perCopy seconds for each copy that the system made of one for a receiver on the same machine
 * @param fixed seconds for a delivery
 * @param worst the largest share by which a run is off
 */
record CostFit(double perSent, double perReceived, double perCopy, double fixed, double worst) {
    private static final int UNKNOWN = 4;

    /** One run. */
    record Point(double sent, double received, double copied, double seconds) {
        private double[] terms() {
            return new double[] {sent / seconds, received / seconds, copied / seconds, 1 / seconds};
        }
    }

    /** Needs four runs that differ in all numbers. */
    static CostFit of(List<Point> points) {
        double[][] equations = new double[UNKNOWN][UNKNOWN + 1];
        for (Point point : points) {
            double[] terms = point.terms();
            for (int row = 0; row < UNKNOWN; row++) {
                for (int column = 0; column < UNKNOWN; column++) {
                    equations[row][column] += terms[row] * terms[column];
                }
                equations[row][UNKNOWN] += terms[row];
            }
        }
        double[] solved = solve(equations);
        double worst = 0;
        for (Point point : points) {
            double[] terms = point.terms();
            double share = 0;
            for (int i = 0; i < UNKNOWN; i++) {
                share += terms[i] * solved[i];
            }
            worst = Math.max(worst, Math.abs(share - 1));
        }
        return new CostFit(solved[0], solved[1], solved[2], solved[3], worst);
    }

    private static double[] solve(double[][] equations) {
        for (int pivot = 0; pivot < UNKNOWN; pivot++) {
            int best = pivot;
            for (int row = pivot + 1; row < UNKNOWN; row++) {
                best = Math.abs(equations[row][pivot]) > Math.abs(equations[best][pivot]) ? row : best;
            }
            double[] chosen = equations[best];
            equations[best] = equations[pivot];
            equations[pivot] = chosen;
            for (int row = 0; row < UNKNOWN; row++) {
                double factor = row == pivot ? 0 : equations[row][pivot] / chosen[pivot];
                for (int column = pivot; column <= UNKNOWN; column++) {
                    equations[row][column] -= factor * chosen[column];
                }
            }
        }
        double[] solved = new double[UNKNOWN];
        for (int row = 0; row < UNKNOWN; row++) {
            solved[row] = equations[row][UNKNOWN] / equations[row][row];
        }
        return solved;
    }
}
