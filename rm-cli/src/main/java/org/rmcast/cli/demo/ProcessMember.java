package org.rmcast.cli.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rmcast.cli.common.Json;
import org.rmcast.cli.process.ChildJvm;

/**
 * A member in a process of its own. It gets its {@link MemberSpec} as a line on standard input, which stays open as long as
 * the demo lives, and gives its signals as lines on standard output.
 */
final class ProcessMember implements DemoMember, ChildJvm.Listener {
    /** Small, since nine of them run at once. */
    private static final List<String> OPTIONS =
            List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    private final MemberSpec spec;
    private final Consumer<MemberSignal> signals;
    private final ChildJvm process;

    private ProcessMember(MemberSpec spec, Consumer<MemberSignal> signals) throws IOException {
        this.spec = spec;
        this.signals = signals;
        List<String> command = ChildJvm.command(OPTIONS, System.getProperty("java.class.path"), DemoMemberMain.class);
        process = ChildJvm.start(
                "rmcast-demo-" + spec.name(),
                command,
                ProcessBuilder.Redirect.to(spec.log().toFile()),
                this);
    }

    static DemoMember start(MemberSpec spec, Consumer<MemberSignal> signals) throws IOException {
        ProcessMember member = new ProcessMember(spec, signals);
        member.process.tell(Json.line(spec));
        return member;
    }

    @Override
    public void onLine(String line) {
        try {
            signals.accept(MemberSignal.fromJson(line));
        } catch (IllegalArgumentException e) {
            saysSomethingStrange(e);
        }
    }

    @Override
    public void onEnd(@Nullable IOException trouble) {
        if (trouble != null) {
            saysSomethingStrange(trouble);
        }
        signals.accept(new MemberSignal.Gone(lastWords()));
    }

    private void saysSomethingStrange(Exception e) {
        signals.accept(new MemberSignal.Noticed("says something strange: " + e.getMessage()));
    }

    private String lastWords() {
        try {
            int exitCode = process.awaitEnd();
            List<String> log = Files.readAllLines(spec.log());
            return "exit code " + exitCode + (log.isEmpty() ? "" : ", " + log.get(log.size() - 1));
        } catch (IOException e) {
            return "ended without a word";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    @Override
    public void kill() {
        process.kill();
    }
}
