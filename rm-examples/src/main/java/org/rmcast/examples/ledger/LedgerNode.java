package org.rmcast.examples.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.rmcast.api.ReliableMulticastSession;

/**
 * One member of a {@link SharedLedger} that is told what to do on its standard input, a command a line:
 *
 * <pre>
 * transfer ID FROM TO AMOUNT  moves money, says "acked ID POSITION" when it is in the ledger, and stays there
 * write NAME N                moves money N times a second from now on: NAME-0, NAME-1 and so on
 * stop                        stops to do so, says "stopped COUNT"
 * balance ACCOUNT             says "balance ACCOUNT AMOUNT"
 * hash                        says "hash HASH SIZE"
 * dump                        says "entry ID" of all entries, then "dumped SIZE"
 * quit                        leaves
 * </pre>
 */
public final class LedgerNode {
    private static final Duration MEETING = Duration.ofSeconds(60);

    private final SharedLedger shared;
    private final PrintStream out;
    private final AtomicBoolean writing = new AtomicBoolean();
    private final AtomicInteger written = new AtomicInteger();
    private Thread writer = new Thread(() -> {});

    LedgerNode(SharedLedger shared, PrintStream out) {
        this.shared = shared;
        this.out = out;
    }

    /** Takes a port, 7620 by default, and a network interface, loopback by default. */
    public static void main(String[] arguments) throws Exception {
        int port = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7620;
        String networkInterface = arguments.length > 1 ? arguments[1] : "";
        try (SharedLedger shared =
                new SharedLedger(ReliableMulticastSession.on(SharedLedger.channel(port, networkInterface)))) {
            if (!shared.awaitMajority(MEETING)) {
                throw new IllegalStateException("the other members are not there");
            }
            System.out.println("ready " + shared.ledger().size());
            new LedgerNode(shared, System.out).obey(new BufferedReader(new InputStreamReader(System.in, UTF_8)));
        }
    }

    /** Does what it is told, until it is told to quit or the input ends. */
    void obey(BufferedReader in) throws IOException, InterruptedException {
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.strip().split(" +");
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
        Ledger ledger = shared.ledger();
        String command = words.length + words[0];
        switch (command) {
            case "5transfer" -> transfer(new Transfer(words[1], words[2], words[3], Long.parseLong(words[4])));
            case "3write" -> write(words[1], Integer.parseInt(words[2]));
            case "1stop" -> {
                stop();
                say("stopped " + written.get());
            }
            case "2balance" -> say("balance " + words[1] + " " + ledger.balance(words[1]));
            case "1hash" -> say("hash " + ledger.hash() + " " + ledger.size());
            case "1dump" -> {
                ledger.entries()
                        .forEach(entry -> say("entry " + entry.transfer().id()));
                say("dumped " + ledger.size());
            }
            default -> say("not understood: " + String.join(" ", words));
        }
    }

    private void say(String line) {
        out.println(line);
    }

    private void transfer(Transfer transfer) throws InterruptedException {
        shared.transfer(transfer).thenAccept(outcome -> say("acked " + transfer.id() + " " + outcome.position()));
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
                String from = number % 2 == 0 ? Ledger.BANK : name;
                String to = number % 2 == 0 ? name : "all";
                transfer(new Transfer(name + "-" + number, from, to, 1 + number % 7));
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
