package org.rmcast.core.impair;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.StringJoiner;
import org.rmcast.api.Parameters;

/** The text form of {@link Impairments}: reads and writes {@code loss=5%,delay=20ms}. */
final class ImpairmentsText {
    private static final String NAMES =
            "loss, burst, gilbert, delay, jitter, reorder, reorder-delay, duplicate, corrupt,"
                    + " rate, queue, queue-bytes, seed";

    private ImpairmentsText() {}

    static Impairments parse(String text) {
        Impairments.Builder builder = Impairments.builder();
        String trimmed = text.trim();
        if (trimmed.isEmpty() || trimmed.equals("none")) {
            return builder.build();
        }
        Set<String> seen = new LinkedHashSet<>();
        for (String part : trimmed.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException(
                        "impairment \"" + part.trim() + "\" must be written name=value; the names are " + NAMES);
            }
            String name = part.substring(0, equals).trim();
            if (!seen.add(name)) {
                throw new IllegalArgumentException("impairment '" + name + "' is given twice");
            }
            set(builder, name, part.substring(equals + 1).trim());
        }
        return builder.build();
    }

    private static void set(Impairments.Builder builder, String name, String value) {
        switch (name) {
            case "loss" -> builder.loss(probability(name, value));
            case "burst" -> builder.burst(number(name, value, "a number of packets"));
            case "gilbert" -> builder.gilbertElliott(chain(value));
            case "delay" -> builder.delay(duration(name, value));
            case "jitter" -> builder.jitter(duration(name, value));
            case "reorder" -> builder.reorder(probability(name, value));
            case "reorder-delay" -> builder.reorderDelay(duration(name, value));
            case "duplicate" -> builder.duplicate(probability(name, value));
            case "corrupt" -> builder.corrupt(probability(name, value));
            case "rate" -> builder.rate(rate(value));
            case "queue" ->
                builder.queuePackets(Math.toIntExact(
                        Checks.range(name, integer(name, value, "a number of packets"), 1, 10_000_000, "packets")));
            case "queue-bytes" -> builder.queueBytes(integer(name, value, "a number of bytes"));
            case "seed" -> builder.seed(integer(name, value, "an integer"));
            default -> throw new IllegalArgumentException("unknown impairment '" + name + "'; the names are " + NAMES);
        }
    }

    static String format(Impairments impairments) {
        StringJoiner text = new StringJoiner(",").setEmptyValue("none");
        GilbertElliottLoss.Settings chain = impairments.gilbert();
        if (chain != null) {
            text.add("gilbert=" + percent(chain.goodToBad()) + "/" + percent(chain.badToGood()) + "/"
                    + percent(chain.lossInGood()) + "/" + percent(chain.lossInBad()));
        } else {
            addProbability(text, "loss", impairments.loss());
        }
        if (impairments.burstPackets() > 0) {
            text.add("burst=" + plain(impairments.burstPackets()));
        }
        addDuration(text, "delay", impairments.delayNanos());
        addDuration(text, "jitter", impairments.jitterNanos());
        addProbability(text, "reorder", impairments.reorder());
        if (impairments.reorderDelayNanos() != Impairments.none().reorderDelayNanos()) {
            text.add("reorder-delay=" + Parameters.text(Duration.ofNanos(impairments.reorderDelayNanos())));
        }
        addProbability(text, "duplicate", impairments.duplicate());
        addProbability(text, "corrupt", impairments.corrupt());
        if (impairments.rateBytesPerSecond() > 0) {
            text.add("rate=" + rateText(impairments.rateBytesPerSecond()));
        }
        if (impairments.queuePackets() != Impairments.DEFAULT_QUEUE_PACKETS) {
            text.add("queue=" + impairments.queuePackets());
        }
        if (impairments.queueBytes() > 0) {
            text.add("queue-bytes=" + impairments.queueBytes());
        }
        if (impairments.seed() != 1) {
            text.add("seed=" + impairments.seed());
        }
        return text.toString();
    }

    private static void addProbability(StringJoiner text, String name, double value) {
        if (value > 0) {
            text.add(name + "=" + percent(value));
        }
    }

    private static void addDuration(StringJoiner text, String name, long nanos) {
        if (nanos > 0) {
            text.add(name + "=" + Parameters.text(Duration.ofNanos(nanos)));
        }
    }

    /** Shifts the decimal point, so that what is written reads back as the same number. */
    private static String percent(double value) {
        return trim(new BigDecimal(Double.toString(value)).movePointRight(2)) + "%";
    }

    private static String plain(double value) {
        return trim(new BigDecimal(Double.toString(value)));
    }

    private static String trim(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }

    private static String rateText(long bytesPerSecond) {
        long kilobits = bytesPerSecond / 125;
        if (bytesPerSecond % 125 != 0) {
            return bytesPerSecond + "B";
        }
        if (kilobits % 1_000_000 == 0) {
            return kilobits / 1_000_000 + "Gbit";
        }
        return kilobits % 1_000 == 0 ? kilobits / 1_000 + "Mbit" : kilobits + "kbit";
    }

    private static double probability(String name, String value) {
        boolean percent = value.endsWith("%");
        String digits = percent ? value.substring(0, value.length() - 1).trim() : value;
        try {
            BigDecimal number = new BigDecimal(digits);
            // Not movePointLeft, which writes out all zeros of 1e999999999.
            return Checks.probability(name, (percent ? number.scaleByPowerOfTen(-2) : number).doubleValue());
        } catch (ArithmeticException | NumberFormatException e) {
            throw wrong(name, value, "a probability such as 5% or 0.05");
        }
    }

    private static GilbertElliottLoss.Settings chain(String value) {
        String[] parts = value.split("/", -1);
        if (parts.length != 4) {
            throw wrong("gilbert", value, "four probabilities such as 1%/20%/0%/50%");
        }
        return new GilbertElliottLoss.Settings(
                probability("gilbert", parts[0]),
                probability("gilbert", parts[1]),
                probability("gilbert", parts[2]),
                probability("gilbert", parts[3]));
    }

    private static Duration duration(String name, String value) {
        Duration duration = value.equals("0") ? Duration.ZERO : Parameters.parseDuration(value);
        if (duration == null) {
            throw wrong(name, value, "a duration such as 20ms");
        }
        return duration;
    }

    private static long rate(String value) {
        int unit = value.length();
        while (unit > 0 && Character.isLetter(value.charAt(unit - 1))) {
            unit--;
        }
        String allowed = "a rate per second such as 10Mbit, 500kbit or 2MB";
        double bytesPerUnit = switch (value.substring(unit)) {
            case "bit" -> 1 / 8.0;
            case "kbit" -> 125;
            case "Mbit" -> 125e3;
            case "Gbit" -> 125e6;
            case "B" -> 1;
            case "kB" -> 1e3;
            case "MB" -> 1e6;
            default -> throw wrong("rate", value, allowed);
        };
        double rate = number("rate", value.substring(0, unit).trim(), allowed) * bytesPerUnit;
        if (!(rate >= 1 && rate <= 1e12)) {
            throw wrong("rate", value, "1 B to 1000000 MB per second");
        }
        return Math.round(rate);
    }

    private static double number(String name, String value, String allowed) {
        try {
            return new BigDecimal(value).doubleValue();
        } catch (NumberFormatException e) {
            throw wrong(name, value, allowed);
        }
    }

    private static long integer(String name, String value, String allowed) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw wrong(name, value, allowed);
        }
    }

    private static IllegalArgumentException wrong(String name, String value, String allowed) {
        return new IllegalArgumentException("impairment '" + name + "' is \"" + value + "\"; it must be " + allowed);
    }
}
