package org.rmcast.core.transport;

import io.netty.util.Version;
import java.util.Map;
import java.util.TreeMap;

/**
 * Whether the Netty that is there is new enough. Frameworks set the version of Netty for all that runs in them: Spring Boot 3 and
 * Quarkus 3 have 4.1, where classes are missing that sessions need.
 */
public final class NettyVersion {
    /** New in 4.2. */
    private static final String NEEDED = "io.netty.channel.IoHandlerFactory";

    private NettyVersion() {}

    /**
     * Looks for a class of Netty 4.2.
     *
     * @throws IllegalStateException if it is not there, naming the version that is and what to do
     */
    public static void check() {
        try {
            Class.forName(NEEDED, false, NettyVersion.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(tooOld(versions()), e);
        }
    }

    private static Map<String, String> versions() {
        Map<String, String> versions = new TreeMap<>();
        Version.identify(NettyVersion.class.getClassLoader())
                .forEach((artifact, version) -> versions.put(artifact, version.artifactVersion()));
        return versions;
    }

    /** What to say where only these artifacts are there. */
    static String tooOld(Map<String, String> versions) {
        String found = versions.getOrDefault("netty-transport", versions.isEmpty() ? "" : versions.toString());
        return "rmcast needs Netty 4.2 or newer; " + (found.isEmpty() ? "an older one" : "Netty " + found)
                + " is on the class path. Set the version of Netty to 4.2: with Spring Boot the property netty.version,"
                + " elsewhere import io.netty:netty-bom before the framework's BOM";
    }
}
