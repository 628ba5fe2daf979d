package org.rmcast.lab.member;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * A member process: a {@link MemberCommand} per line of standard input, a {@link MemberReply} per line of standard output.
 * Ends when standard input does, and whatever happens after as many seconds as its only argument says.
 */
public final class MemberMain {
    private static final int OUT_OF_TIME = 3;

    private MemberMain() {}

    /** Runs one member. */
    public static void main(String[] arguments) throws IOException {
        ObjectMapper json = new ObjectMapper();
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        if (arguments.length != 1) {
            throw new IllegalArgumentException("expected one argument, the seconds to live");
        }
        endAfter(Integer.parseInt(arguments[0]));
        try (Member member = new Member()) {
            serve(member, json, out);
        }
    }

    private static void serve(Member member, ObjectMapper json, PrintStream out) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            MemberReply reply;
            try {
                reply = member.execute(json.readValue(line, MemberCommand.class));
            } catch (Exception e) {
                reply = MemberReply.failed(e);
            }
            out.println(json.writeValueAsString(reply));
        }
    }

    /** The parent may be gone, or this process may hang: it does not stay behind. */
    private static void endAfter(int seconds) {
        Thread watchdog = new Thread(
                () -> {
                    try {
                        TimeUnit.SECONDS.sleep(seconds);
                    } catch (InterruptedException e) {
                        // Nobody interrupts it; ending early is the safe side.
                    }
                    Runtime.getRuntime().halt(OUT_OF_TIME);
                },
                "life-limit");
        watchdog.setDaemon(true);
        watchdog.start();
    }
}
