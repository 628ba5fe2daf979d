package org.rmcast.cli.common;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number of receivers, or {@code others}: as many as the command itself opens, less the one that waits. */
public final class ReceiverCountConverter implements ITypeConverter<Integer> {
    /** What stands for a number that the command knows. */
    public static final String OTHERS = "others";

    /** For picocli. */
    public ReceiverCountConverter() {}

    @Override
    public @Nullable Integer convert(String text) {
        if (text.equals(OTHERS)) {
            return null;
        }
        try {
            return Integer.valueOf(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' is not a number");
        }
    }
}
