package org.rmcast.lab.member;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A member process: a {@link MemberCommand} per line of standard input, a {@link MemberReply} per line of standard output.
 * Ends when standard input does, even in the middle of a command, since then nobody waits for it any more; and whatever happens
 * after as many seconds as its only argument says.
 */
public final class MemberMain {
    private MemberMain() {}

    /** Runs one member. */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        if (arguments.length != 1) {
            throw new IllegalArgumentException("expected one argument, the seconds to live");
        }
        LifeLimit.set(Integer.parseInt(arguments[0]));
        LinkedBlockingQueue<String> commands = new LinkedBlockingQueue<>();
        daemon("commands", () -> serve(commands, out));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            commands.add(line);
        }
        System.exit(0);
    }

    private static void serve(LinkedBlockingQueue<String> commands, PrintStream out) {
        ObjectMapper json = MemberJson.mapper();
        try (Member member = new Member()) {
            while (true) {
                out.println(json.writeValueAsString(reply(member, json, commands.take())));
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("replies can always be written, and nobody interrupts", e);
        }
    }

    private static MemberReply reply(Member member, ObjectMapper json, String line) {
        try {
            return member.execute(json.readValue(line, MemberCommand.class));
        } catch (Exception e) {
            return MemberReply.failed(e);
        }
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }
}
