package org.rmcast.cli.demo;

import java.io.IOException;
import java.util.function.Consumer;

/** Starts members: in this process, or each in one of its own. */
@FunctionalInterface
interface MemberLauncher {
    /** Starts a member; its first signal is {@link MemberSignal.Opened}. */
    DemoMember start(MemberSpec spec, Consumer<MemberSignal> signals) throws IOException;

    /** Members are threads of this process. */
    static MemberLauncher inThisProcess() {
        return (spec, signals) -> {
            MemberRun run = new MemberRun(spec, signals);
            run.start();
            return run::abort;
        };
    }

    /** Members are processes with the same Java and class path. */
    static MemberLauncher inProcesses() {
        return ProcessMember::start;
    }
}
