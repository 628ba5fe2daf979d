package org.rmcast.lab;

import org.rmcast.cli.common.VersionProvider;
import picocli.CommandLine.IVersionProvider;

/** What {@code rmcast-lab --version} prints: the version of rmcast, and that of Java. */
public final class LabVersion implements IVersionProvider {
    /** For picocli. */
    public LabVersion() {}

    @Override
    public String[] getVersion() {
        return new String[] {"rmcast-lab " + VersionProvider.version() + " (Java " + Runtime.version() + ")"};
    }
}
