package org.rmcast.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.rmcast.cli.common.ErrorMessages;
import org.rmcast.cli.common.ExitCode;
import org.rmcast.cli.common.Json;

/** The main class of a member's process, see {@link ProcessMember}. Ends when its work or its standard input does. */
public final class DemoMemberMain {
    private final PrintStream out;
    private final CountDownLatch finished = new CountDownLatch(1);

    private DemoMemberMain(PrintStream out) {
        this.out = out;
    }

    /** Takes no arguments. */
    public static void main(String[] arguments) throws InterruptedException {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.exit(new DemoMemberMain(out).run(in));
    }

    private int run(BufferedReader in) throws InterruptedException {
        try {
            String line = in.readLine();
            if (line == null) {
                return ExitCode.USAGE.code();
            }
            MemberRun run = new MemberRun(Json.parse(line, MemberSpec.class), this::send);
            run.start();
        } catch (IOException | IllegalArgumentException e) {
            send(new MemberSignal.Finished(ErrorMessages.describe(e)));
            return ExitCode.FAILED.code();
        }
        endWithInput(in);
        finished.await();
        return ExitCode.OK.code();
    }

    /** The demo holds our standard input open for as long as it lives. */
    private void endWithInput(BufferedReader in) {
        Thread thread = new Thread(
                () -> {
                    try {
                        in.lines().forEach(ignored -> {});
                    } finally {
                        finished.countDown();
                    }
                },
                "rmcast-demo-input");
        thread.setDaemon(true);
        thread.start();
    }

    private void send(MemberSignal signal) {
        synchronized (out) {
            out.println(signal.toJson());
            out.flush();
        }
        if (signal instanceof MemberSignal.Finished) {
            finished.countDown();
        }
    }
}
