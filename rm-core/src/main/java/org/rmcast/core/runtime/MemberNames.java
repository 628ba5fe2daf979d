package org.rmcast.core.runtime;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.rmcast.core.text.PrintableText;

/** What members are called that were given no name. */
public final class MemberNames {
    private static final int MAX_HOST_BYTES = 40;
    private static final AtomicInteger GIVEN = new AtomicInteger();

    private MemberNames() {}

    /** The name of the next session of this process that was given none: {@code host-pid}, {@code host-pid-2}, ... */
    public static String next() {
        int number = GIVEN.incrementAndGet();
        return Host.NAME + '-' + ProcessHandle.current().pid() + (number == 1 ? "" : "-" + number);
    }

    /** Found once, when the first name is wanted. */
    private static final class Host {
        static final String NAME = shortened(PrintableText.shown(find()));

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
