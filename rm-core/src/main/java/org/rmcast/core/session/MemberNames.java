package org.rmcast.core.session;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** What members are called. */
final class MemberNames {
    /** The longest name, in UTF-8. */
    static final int MAX_BYTES = 64;

    private static final int MAX_HOST_BYTES = 40;
    private static final AtomicInteger GIVEN = new AtomicInteger();

    private MemberNames() {}

    /**
     * A name as it was given.
     *
     * @throws IllegalArgumentException if it is empty, too long, or has characters that do not print
     */
    static String checked(String name) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes < 1 || bytes > MAX_BYTES || !name.equals(name.strip()) || !isPrintable(name)) {
            throw new IllegalArgumentException("memberName must be 1 to " + MAX_BYTES
                    + " bytes of printable text without blanks around it, was '" + printable(name) + "'");
        }
        return name;
    }

    /** The name of the next session of this process that was given none: {@code host-pid}, {@code host-pid-2}, ... */
    static String next() {
        int number = GIVEN.incrementAndGet();
        return Host.NAME + '-' + ProcessHandle.current().pid() + (number == 1 ? "" : "-" + number);
    }

    private static boolean isPrintable(String name) {
        return name.codePoints().noneMatch(MemberNames::isUnprintable);
    }

    private static boolean isUnprintable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.LINE_SEPARATOR -> true;
            case Character.PARAGRAPH_SEPARATOR, Character.PRIVATE_USE, Character.UNASSIGNED -> true;
            default -> false;
        };
    }

    /** The text with a question mark for each character that does not print. */
    private static String printable(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().forEach(codePoint -> shown.appendCodePoint(isUnprintable(codePoint) ? '?' : codePoint));
        return shown.toString();
    }

    /** Found once, when the first name is wanted. */
    private static final class Host {
        static final String NAME = shortened(printable(find()));

        private static String find() {
            try {
                return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
            } catch (IOException e) {
                // Not Linux.
            }
            String windows = System.getenv("COMPUTERNAME");
            if (windows != null && !windows.isBlank()) {
                return windows.strip();
            }
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (UnknownHostException e) {
                return "host";
            }
        }

        /** Without the domain, and no longer than leaves room for the rest. */
        private static String shortened(String host) {
            String name = host.contains(".") ? host.substring(0, host.indexOf('.')) : host;
            while (name.getBytes(StandardCharsets.UTF_8).length > MAX_HOST_BYTES) {
                name = name.substring(0, name.offsetByCodePoints(name.length(), -1));
            }
            return name.isBlank() ? "host" : name;
        }
    }
}
