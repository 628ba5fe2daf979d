package org.rmcast.lab.experiment;

import java.util.Locale;

/** Figures in sentences. */
public final class Words {
    private Words() {}

    public static String millis(double value) {
        return value >= 10_000
                ? String.format(Locale.ROOT, "%.1f s", value / 1_000)
                : String.format(Locale.ROOT, value < 10 ? "%.2f ms" : "%.0f ms", value);
    }

    public static String percent(double share) {
        double shown = Math.abs(share) < 0.0005 ? 0 : share;
        return String.format(Locale.ROOT, Math.abs(shown) < 0.1 ? "%.1f %%" : "%.0f %%", shown * 100);
    }

    /** What is in per cent already, to so many places. */
    public static String percent(double percent, int places) {
        return String.format(Locale.ROOT, "%." + places + "f %%", percent);
    }

    public static String places(double value, int places) {
        return String.format(Locale.ROOT, "%." + places + "f", value);
    }

    public static String factor(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
    }

    public static String count(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }
}
