package org.rmcast.lab.report;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers as text that is the same on every JDK and in every locale. */
final class Numbers {
    private static final MathContext SERIES = new MathContext(6);
    private static final MathContext PEOPLE = new MathContext(4);
    private static final double ALL_DIGITS_FROM = 1_000;

    private Numbers() {}

    /** Up to six significant digits, without exponent; empty for what is not a number. */
    static String series(double value) {
        return text(value, SERIES, "");
    }

    /** Four significant digits, or all of a whole number's above a thousand; a dash for what is not a number. */
    static String people(double value) {
        return Math.abs(value) >= ALL_DIGITS_FROM && !Double.isInfinite(value)
                ? Long.toString(Math.round(value))
                : text(value, PEOPLE, "–");
    }

    private static String text(double value, MathContext digits, String none) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return none;
        }
        if (value == 0) {
            return "0";
        }
        return new BigDecimal(value).round(digits).stripTrailingZeros().toPlainString();
    }
}
