package org.rmcast.core.channel;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Values of parameters as people read them in tables. */
final class ParameterText {
    private static final MathContext FOUR_DIGITS = new MathContext(4);
    private static final long[] UNIT_NANOS = {3_600_000_000_000L, 60_000_000_000L, 1_000_000_000L, 1_000_000L};
    private static final String[] UNITS = {"h", "m", "s", "ms"};

    private ParameterText() {}

    /** A value as JSON says it. */
    static String value(Object value, String unit) {
        if (value instanceof Long || value instanceof Integer) {
            long number = ((Number) value).longValue();
            return unit.equals("bytes") ? bytes(number) : number(number);
        }
        if (value instanceof Double number) {
            return number(number);
        }
        boolean nothing = value.equals("") || value.equals(List.of());
        return nothing ? "none" : value.toString();
    }

    /** {@code 4 MiB}, {@code 1,400}. */
    private static String bytes(long number) {
        long mebibytes = number >> 20;
        return mebibytes > 0 && mebibytes << 20 == number ? number(mebibytes) + " MiB" : number(number);
    }

    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** At most four digits. */
    static String number(double number) {
        BigDecimal rounded = BigDecimal.valueOf(number).round(FOUR_DIGITS);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /** In the largest unit that a channel has for it and that divides it. */
    static String duration(Duration duration) {
        long nanos = duration.toNanos();
        for (int i = 0; i < UNITS.length && nanos != 0; i++) {
            if (nanos % UNIT_NANOS[i] == 0) {
                return nanos / UNIT_NANOS[i] + UNITS[i];
            }
        }
        return nanos == 0 ? "0s" : nanos % 1_000 == 0 ? nanos / 1_000 + "us" : nanos / 1_000.0 + "us";
    }
}
