package org.rmcast.cli.common;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a size that fits an int: {@code 1316}, {@code 64kB} (powers of ten), {@code 8MiB} (powers of two). */
public final class BytesConverter implements ITypeConverter<Integer> {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?)\\s*(|B|[kK]B|MB|GB|KiB|MiB|GiB)");

    /** For picocli. */
    public BytesConverter() {}

    @Override
    public Integer convert(String text) {
        Matcher matcher = SIZE.matcher(text.trim());
        double bytes = matcher.matches() ? Double.parseDouble(matcher.group(1)) * factor(matcher.group(2)) : -1;
        if (bytes < 0 || bytes > Integer.MAX_VALUE) {
            throw new TypeConversionException("'" + text + "' is not a size below 2 GiB such as 1316, 64kB or 8MiB");
        }
        return (int) Math.round(bytes);
    }

    private static double factor(String unit) {
        return switch (unit) {
            case "kB", "KB" -> 1e3;
            case "MB" -> 1e6;
            case "GB" -> 1e9;
            case "KiB" -> 1 << 10;
            case "MiB" -> 1 << 20;
            case "GiB" -> 1 << 30;
            default -> 1;
        };
    }
}
