package org.rmcast.lab;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What {@code rmcast-lab --version} prints: the version of rmcast, and that of Java. */
public final class LabVersion implements IVersionProvider {
    /** For picocli. */
    public LabVersion() {}

    @Override
    public String[] getVersion() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = LabVersion.class.getResourceAsStream("version.properties")) {
            if (in != null) {
                properties.load(in);
            }
        }
        return new String[] {"rmcast-lab " + properties.getProperty("version") + " (Java " + Runtime.version() + ")"};
    }
}
