package org.rmcast.cli.common;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a rate with its unit, {@code 100Mbit} or {@code 12MB} per second, as bytes per second. */
public final class RateConverter implements ITypeConverter<Long> {
    private static final Pattern RATE = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?)\\s*([kMG]?(?:bit|B))(?:/s)?");
    private static final int BITS = 8;

    /** For picocli. */
    public RateConverter() {}

    @Override
    public Long convert(String text) {
        Matcher matcher = RATE.matcher(text.trim());
        long rate = matcher.matches() ? Math.round(Double.parseDouble(matcher.group(1)) * factor(matcher.group(2))) : 0;
        if (rate < 1) {
            throw new TypeConversionException(
                    "'" + text + "' is not a rate such as 100Mbit, 500kbit or 12MB per second");
        }
        return rate;
    }

    private static double factor(String unit) {
        double thousands = switch (unit.charAt(0)) {
            case 'k' -> 1e3;
            case 'M' -> 1e6;
            case 'G' -> 1e9;
            default -> 1;
        };
        return unit.endsWith("bit") ? thousands / BITS : thousands;
    }
}
