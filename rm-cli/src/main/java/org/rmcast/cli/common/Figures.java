package org.rmcast.cli.common;

import java.net.InetSocketAddress;
import java.util.Locale;

/** Numbers as people read and write them. Powers are of ten. */
public final class Figures {
    private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB"};

    private Figures() {}

    /** {@code 927 kB}, {@code 1.53 MB}: three digits. */
    public static String bytes(long bytes) {
        return scaled((double) bytes);
    }

    private static String scaled(double bytes) {
        int unit = 0;
        double value = bytes;
        while (Math.abs(value) >= 999.5 && unit < UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        return threeDigits(value, unit == 0) + " " + UNITS[unit];
    }

    /** {@code 1.53 MB/s}. */
    public static String rate(double bytesPerSecond) {
        return scaled(bytesPerSecond) + "/s";
    }

    /** {@code 12,345}. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** {@code 1 file}, {@code 3 files}. */
    public static String plural(long number, String noun) {
        return count(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** {@code 4.9 %}; a dash of nothing. */
    public static String percent(long part, long whole) {
        return whole == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
    }

    /** {@code 4.2 s}, or {@code 2:05 min} from a minute on. */
    public static String seconds(double seconds) {
        return seconds < 60
                ? String.format(Locale.ROOT, "%.1f s", seconds)
                : String.format(Locale.ROOT, "%d:%02d min", (long) seconds / 60, (long) seconds % 60);
    }

    /** {@code 1.5 ms} of nanoseconds, three digits. */
    public static String millis(double nanos) {
        return threeDigits(nanos / 1e6, false) + " ms";
    }

    private static String threeDigits(double value, boolean whole) {
        double size = Math.abs(value);
        int decimals = whole || size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** {@code 127.0.0.1:7200}. */
    public static String address(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    /** An id as logs and events have it, too: a hexadecimal number. */
    public static String memberId(long id) {
        return Long.toHexString(id);
    }
}
