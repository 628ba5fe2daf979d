package org.rmcast.examples.embed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.rmcast.api.Channel;
import org.rmcast.api.ReliableMulticastSession;

/**
 * One peer of a {@link ReplicatedMap} that is told what to do on its standard input, a command a line:
 *
 * <pre>
 * put KEY VALUE    sets a value, says "acked KEY VALUE TIME MEMBER" when every known peer has it
 * remove KEY       likewise, without a value
 * get KEY          says "value KEY VALUE"
 * hash             says "hash HASH SIZE"
 * dump             says "entry KEY VALUE TIME MEMBER" of all keys, then "dumped SIZE"
 * write NAME N     puts a value N times a second from now on: NAME-0, NAME-1 and so on, and every tenth time shared-0 to shared-9
 * stop             stops to do so, says "stopped COUNT"
 * quit             leaves
 * </pre>
 */
public final class ReplicatedMapNode {
    private static final int SHARED_KEYS = 10;

    private final ReplicatedMap map;
    private final PrintStream out;
    private final AtomicBoolean writing = new AtomicBoolean();
    private Thread writer = new Thread(() -> {});
    private final AtomicInteger written = new AtomicInteger();

    ReplicatedMapNode(ReplicatedMap map, PrintStream out) {
        this.map = map;
        this.out = out;
    }

    /** Takes a port, 7600 by default, and a network interface, loopback by default. */
    public static void main(String[] arguments) throws Exception {
        Channel.Builder channel = Channel.builder("map")
                .group("239.192.7.1")
                .port(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7600)
                .protocol("pbcast");
        if (arguments.length > 1) {
            channel.networkInterface(arguments[1]);
        }
        try (ReplicatedMap map = new ReplicatedMap(ReliableMulticastSession.on(channel.build()))) {
            System.out.println("ready " + map.size());
            new ReplicatedMapNode(map, System.out).obey(new BufferedReader(new InputStreamReader(System.in, UTF_8)));
        }
    }

    /** Does what it is told, until it is told to quit or the input ends. */
    void obey(BufferedReader in) throws IOException, InterruptedException {
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.strip().split(" +", 3);
                if (words[0].equals("quit")) {
                    return;
                }
                obey(words);
            }
        } finally {
            stop();
        }
    }

    private void obey(String[] words) throws InterruptedException {
        String command = words.length + words[0];
        switch (command) {
            case "3put" -> put(words[1], words[2]);
            case "2remove" ->
                map.write(words[1], null)
                        .thenAccept(stamp -> say("acked " + words[1] + " " + stamp.time() + " " + stamp.member()));
            case "2get" -> {
                byte[] value = map.get(words[1]);
                say("value " + words[1] + (value == null ? "" : " " + new String(value, UTF_8)));
            }
            case "1hash" -> say("hash " + map.hash() + " " + map.size());
            case "1dump" -> dump();
            case "3write" -> write(words[1], Integer.parseInt(words[2]));
            case "1stop" -> {
                stop();
                say("stopped " + written.get());
            }
            default -> say("not understood: " + String.join(" ", words));
        }
    }

    private void say(String line) {
        out.println(line);
    }

    private void put(String key, String value) throws InterruptedException {
        map.write(key, value.getBytes(UTF_8))
                .thenAccept(stamp -> say("acked " + key + " " + value + " " + stamp.time() + " " + stamp.member()));
    }

    private void dump() {
        for (MapEntry entry : map.entries()) {
            byte[] value = entry.value();
            if (value != null) {
                say("entry " + entry.key() + " " + new String(value, UTF_8) + " "
                        + entry.stamp().time() + " " + entry.stamp().member());
            }
        }
        say("dumped " + map.size());
    }

    private void write(String name, int perSecond) throws InterruptedException {
        stop();
        writing.set(true);
        writer = new Thread(() -> write(name, 1_000_000_000L / perSecond), "writer");
        writer.setDaemon(true);
        writer.start();
    }

    private void write(String name, long intervalNanos) {
        long due = System.nanoTime();
        try {
            while (writing.get()) {
                int number = written.getAndIncrement();
                put(name + "-" + number, "v" + number);
                if (number % 10 == 0) {
                    put("shared-" + number / 10 % SHARED_KEYS, name + "-" + number);
                }
                due += intervalNanos;
                long waitNanos = due - System.nanoTime();
                if (waitNanos > 0) {
                    Thread.sleep(waitNanos / 1_000_000, (int) (waitNanos % 1_000_000));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stop() throws InterruptedException {
        writing.set(false);
        writer.join();
    }
}
