package org.rmcast.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.rmcast.cli.common.Json;

/**
 * A member in a process of its own. It gets its {@link MemberSpec} as a line on standard input, which stays open as long as
 * the demo lives, and gives its signals as lines on standard output.
 */
final class ProcessMember implements DemoMember {
    private final MemberSpec spec;
    private final Process process;
    private final Consumer<MemberSignal> signals;

    private ProcessMember(MemberSpec spec, Process process, Consumer<MemberSignal> signals) {
        this.spec = spec;
        this.process = process;
        this.signals = signals;
    }

    static DemoMember start(MemberSpec spec, Consumer<MemberSignal> signals) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command()).redirectError(spec.log().toFile());
        builder.environment().put("RMCAST_TERMINALS", "");
        Process process = builder.start();
        ProcessMember member = new ProcessMember(spec, process, signals);
        OutputStream input = process.getOutputStream();
        input.write((Json.line(spec) + "\n").getBytes(StandardCharsets.UTF_8));
        input.flush();
        Thread reader = new Thread(member::readSignals, "rmcast-demo-" + spec.name());
        reader.setDaemon(true);
        reader.start();
        return member;
    }

    /** This JVM's java, class path and module flags; small, since nine of them run at once. */
    private static List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (argument.startsWith("--enable-native-access") || argument.startsWith("--sun-misc-unsafe")) {
                command.add(argument);
            }
        }
        command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), DemoMemberMain.class.getName()));
        return command;
    }

    private void readSignals() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                signals.accept(MemberSignal.fromJson(line));
            }
        } catch (IOException | IllegalArgumentException e) {
            signals.accept(new MemberSignal.Noticed("says something strange: " + e.getMessage()));
        }
        signals.accept(new MemberSignal.Gone(lastWords()));
    }

    private String lastWords() {
        try {
            int exitCode = process.waitFor();
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
        process.destroyForcibly();
    }
}
