package org.rmcast.lab.perf;

import java.io.File;

/**
 * A build of rmcast, from which member processes run.
 *
 * @param name how reports call it
 * @param classPath all of it, rm-lab included
 */
record Build(String name, String classPath) {
    /** The one that runs: its class path, or where it runs as modules, its module path; members need no module to be resolved. */
    static Build running() {
        String modules = System.getProperty("jdk.module.path", "");
        String classes = System.getProperty("java.class.path", "");
        return new Build("this", modules.isEmpty() ? classes : modules + File.pathSeparator + classes);
    }
}
