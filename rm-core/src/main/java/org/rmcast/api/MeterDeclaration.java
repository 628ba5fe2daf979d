package org.rmcast.api;

/** What a constant of a {@link Meter} enum says of itself; see the methods of the same names there. */
public record MeterDeclaration(
        Meter.Kind kind, String figure, String meterName, String unit, String meaning, String reason) {
    /** Something that is counted. */
    public static MeterDeclaration counter(String figure, String meterName, String unit, String meaning) {
        return new MeterDeclaration(Meter.Kind.COUNTER, figure, meterName, unit, meaning, "");
    }

    /** Something that is so now. */
    public static MeterDeclaration gauge(String figure, String meterName, String unit, String meaning) {
        return new MeterDeclaration(Meter.Kind.GAUGE, figure, meterName, unit, meaning, "");
    }

    /** The same, one of several of its {@code meterName}. */
    public MeterDeclaration because(String reason) {
        return new MeterDeclaration(kind, figure, meterName, unit, meaning, reason);
    }
}
