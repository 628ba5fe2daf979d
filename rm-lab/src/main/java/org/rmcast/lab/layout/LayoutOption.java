package org.rmcast.lab.layout;

import java.io.IOException;
import java.util.Locale;
import java.util.function.Consumer;

/** The layout that a user asks for. */
public enum LayoutOption {
    /** Namespaces where they can be had. */
    AUTO,
    /** The loopback interface. */
    LOOPBACK,
    /** Namespaces or nothing. */
    NAMESPACES;

    private static final String NEEDS =
            "; it needs Linux, the right to make network namespaces (root, or user namespaces"
                    + " allowed), and the programs unshare, nsenter, ip and nft (packages util-linux, iproute2, nftables)";

    /**
     * Finds out which layout it is to be, by trying.
     *
     * @param remarks gets one line if it is not the one that is preferred
     * @throws IOException if namespaces are demanded and cannot be had, saying why and what is needed
     */
    public Layout choose(Consumer<String> remarks) throws IOException {
        return choose(Layout.NAMESPACES::probe, remarks);
    }

    Layout choose(Probe namespaces, Consumer<String> remarks) throws IOException {
        if (this == LOOPBACK) {
            return Layout.LOOPBACK;
        }
        try {
            namespaces.run();
            return Layout.NAMESPACES;
        } catch (IOException e) {
            if (this == NAMESPACES) {
                throw new IOException("--layout=namespaces cannot be had: " + e.getMessage() + NEEDS, e);
            }
            remarks.accept("layout loopback, as namespaces cannot be had: " + e.getMessage());
            return Layout.LOOPBACK;
        }
    }

    /** Lays something out; fails where that cannot be had. */
    interface Probe {
        void run() throws IOException;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
