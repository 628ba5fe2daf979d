package org.rmcast.cli.common;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that Maven wrote into the jar, and the Java it runs on. */
public final class VersionProvider implements IVersionProvider {
    /** For picocli. */
    public VersionProvider() {}

    @Override
    public String[] getVersion() {
        return new String[] {"rmcast " + version() + " (Java " + Runtime.version() + ")"};
    }

    /** The version of rmcast, such as {@code 0.1.0}. */
    public static String version() {
        Properties properties = new Properties();
        try (InputStream in = VersionProvider.class.getResourceAsStream("version.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the jar is damaged", e);
        }
        return properties.getProperty("version", "unknown");
    }
}
