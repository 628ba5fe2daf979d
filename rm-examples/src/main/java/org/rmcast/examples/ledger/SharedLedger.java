package org.rmcast.examples.ledger;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.rmcast.api.Channel;
import org.rmcast.api.ReliableMulticastSession;
import org.rmcast.api.SessionBuilder;
import org.rmcast.order.OrderedMessage;
import org.rmcast.order.TotalOrder;

/**
 * A {@link Ledger} that several members keep: a replicated state machine over a {@link TotalOrder}. Transfers are acknowledged when two of
 * three members have them, so that nothing acknowledged is lost when one is killed; the others go on. A member that joins, or comes back,
 * takes over the ledger. Thread safe.
 */
public final class SharedLedger implements AutoCloseable {
    private static final int MEMBERS = 3;

    private final Ledger ledger = new Ledger();
    /** The answers to this member's own transfers, by their positions, until they are acknowledged. */
    private final Map<Long, Boolean> answers = new ConcurrentHashMap<>();

    private final TotalOrder order;
    private volatile long self;

    /** What became of a transfer. */
    public record Outcome(long position, boolean done) {}

    /** Joins a channel, whose protocol must have peers: best wan. */
    public SharedLedger(SessionBuilder channel) throws IOException {
        order = TotalOrder.over(channel, MEMBERS)
                .state(ledger::write, ledger::read)
                .open(this::onMessage);
        self = order.memberId();
    }

    private void onMessage(OrderedMessage message) throws IOException {
        Ledger.Entry entry = ledger.enter(Transfer.decode(message.toByteArray()));
        if (message.id().sourceId() == self) {
            answers.put(message.position(), entry.done());
        }
    }

    /** Waits until there is a majority to go by; returns whether there is. */
    public boolean awaitMajority(Duration timeout) throws InterruptedException {
        return order.awaitOrdering(timeout);
    }

    /** Moves money; the stage completes when the transfer is in the ledger, and stays there. */
    public CompletionStage<Outcome> transfer(Transfer transfer) throws InterruptedException {
        return order.send(transfer.encode())
                .thenApply(position ->
                        // Of a transfer that was part of a state only that it is in the ledger is known.
                        new Outcome(position, Boolean.TRUE.equals(answers.remove(position))));
    }

    /** The ledger as far as this member has it. */
    public Ledger ledger() {
        return ledger;
    }

    @Override
    public void close() {
        order.close();
    }

    /** Vanishes without a word, as a process that is killed. */
    void abort() {
        order.abort();
    }

    static Channel channel(int port, String networkInterface) {
        return Channel.builder("ledger")
                .group("239.192.7.3")
                .port(port)
                .ttl(networkInterface.isEmpty() ? 0 : 1)
                .networkInterface(networkInterface.isEmpty() ? "127.0.0.1" : networkInterface)
                .protocol("wan")
                .build();
    }

    /** Three members in one process, one of which vanishes; takes a port, 7620 by default. */
    public static void main(String[] arguments) throws Exception {
        Channel channel = channel(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7620, "");
        List<SharedLedger> members = new ArrayList<>();
        try {
            for (int i = 0; i < MEMBERS; i++) {
                members.add(new SharedLedger(ReliableMulticastSession.on(channel)));
            }
            SharedLedger victim = members.get(0);
            say(victim, new Transfer("salary", Ledger.BANK, "anna", 100));
            victim.abort();
            SharedLedger other = members.get(1);
            say(other, new Transfer("rent", "anna", "bert", 70));
            say(other, new Transfer("more rent", "anna", "bert", 70));
            System.out.println("anna has " + other.ledger().balance("anna") + ", bert has "
                    + other.ledger().balance("bert"));
        } finally {
            members.forEach(SharedLedger::close);
        }
    }

    private static void say(SharedLedger at, Transfer transfer) throws Exception {
        Outcome outcome = at.transfer(transfer).toCompletableFuture().get(20, TimeUnit.SECONDS);
        System.out.println(transfer.id() + (outcome.done() ? ": done" : ": refused"));
    }
}
