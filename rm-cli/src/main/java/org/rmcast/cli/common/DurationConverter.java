package org.rmcast.cli.common;

import java.time.Duration;
import org.rmcast.api.Parameters;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 250ms}, {@code 5s}, {@code 2m} or ISO-8601. */
public final class DurationConverter implements ITypeConverter<Duration> {
    /** For picocli. */
    public DurationConverter() {}

    @Override
    public Duration convert(String text) {
        Duration duration = Parameters.parseDuration(text);
        if (duration == null || duration.isNegative() || duration.isZero()) {
            throw new TypeConversionException("'" + text + "' is not a duration such as 250ms, 5s or 2m");
        }
        return duration;
    }
}
