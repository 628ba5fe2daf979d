package org.rmcast.cli.common;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a size of any magnitude: {@code 500MB} (powers of ten), {@code 2GiB} or {@code 2G} (powers of two). */
public final class LongBytesConverter implements ITypeConverter<Long> {
    private static final Pattern SIZE =
            Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?)\\s*(|B|[kK]B|MB|GB|TB|[KMGT]iB|[KMGT])");

    /** For picocli. */
    public LongBytesConverter() {}

    @Override
    public Long convert(String text) {
        Matcher matcher = SIZE.matcher(text.trim());
        double bytes = matcher.matches() ? Double.parseDouble(matcher.group(1)) * factor(matcher.group(2)) : -1;
        if (bytes < 0 || bytes > Long.MAX_VALUE / 2.0) {
            throw new TypeConversionException("'" + text + "' is not a size such as 500MB, 64MiB or 2G");
        }
        return Math.round(bytes);
    }

    private static double factor(String unit) {
        return switch (unit) {
            case "kB", "KB" -> 1e3;
            case "MB" -> 1e6;
            case "GB" -> 1e9;
            case "TB" -> 1e12;
            case "K", "KiB" -> 1L << 10;
            case "M", "MiB" -> 1L << 20;
            case "G", "GiB" -> 1L << 30;
            case "T", "TiB" -> 1L << 40;
            default -> 1;
        };
    }
}
