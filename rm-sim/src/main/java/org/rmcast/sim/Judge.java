package org.rmcast.sim;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.rmcast.api.Confirmation;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Receipt;
import org.rmcast.api.SessionEvent;
import org.rmcast.sim.check.BrokenInvariant;
import org.rmcast.sim.check.Checks;
import org.rmcast.sim.check.FlushQuestion;
import org.rmcast.sim.check.Invariant;
import org.rmcast.sim.check.Participant;
import org.rmcast.sim.check.Run;
import org.rmcast.sim.ledger.Order;

/** Tells the invariants of a run what happens in it. Leaves no trace and takes no random numbers. */
final class Judge implements Run {
    private static final long INSPECTION_NANOS = 20_000_000;

    private final World world;
    private final Map<Long, FlushQuestion> questions = new HashMap<>();
    private List<SimNode> nodes = List.of();
    private List<Invariant> invariants = List.of();

    /** By the host of a sender, then by the host that heard it. */
    private final Map<Integer, long[]> heardNanos = new HashMap<>();

    private long[] heardByAnybodyNanos = {};
    private long inspectAtNanos;

    Judge(World world) {
        this.world = world;
    }

    void begin(List<SimNode> all, Checks checks) {
        nodes = all;
        invariants = checks.invariants();
        if (!invariants.isEmpty()) {
            heardByAnybodyNanos = nevers(all.size());
        }
        tell(invariant -> invariant.begin(this));
    }

    private static long[] nevers(int count) {
        long[] times = new long[count];
        Arrays.fill(times, NEVER);
        return times;
    }

    void crashed(Participant member) {
        questions.keySet().removeIf(key -> hostOf(key) == member.host());
        tell(invariant -> invariant.onCrashed(member));
    }

    /** A message was accepted: under a causal order it comes after all that its sender had sent and been given. */
    void accepted(Incarnation sender) {
        if (world.order == Order.CAUSAL) {
            sender.log().after(sender.receiving().streams().pastOf(sender.log().accepted() - 1L));
        }
    }

    void heard(int host, Packet packet) {
        if (!invariants.isEmpty() && !packet.corrupted()) {
            int from = packet.origin();
            heardByAnybodyNanos[from] = world.now();
            if (nodes.get(from).role().sends()) {
                heardNanos.computeIfAbsent(from, sender -> nevers(nodes.size()))[host] = world.now();
            }
        }
    }

    void delivered(Participant receiver, long sourceId, long number) {
        tell(invariant -> invariant.onDelivered(receiver, sourceId, number));
    }

    void reported(Participant at, SessionEvent event) {
        tell(invariant -> invariant.onEvent(at, event));
    }

    void unicast(Participant from, InetSocketAddress to, int bytes) {
        tell(invariant -> invariant.onUnicast(from, to, bytes));
    }

    void asked(Participant asker, long flushId, Confirmation by, long timeoutNanos) {
        FlushQuestion question = new FlushQuestion(
                asker,
                flushId,
                by,
                world.now(),
                world.now() + timeoutNanos,
                asker.sent().accepted());
        questions.put(key(asker.host(), flushId), question);
        tell(invariant -> invariant.onAsked(question));
    }

    void answered(Participant asker, long flushId, FlushResult result) {
        FlushQuestion question = questions.remove(key(asker.host(), flushId));
        if (question != null) {
            tell(invariant -> invariant.onAnswered(question, result));
        }
    }

    void confirmed(Participant sender, Receipt receipt) {
        tell(invariant -> invariant.onConfirmed(sender, receipt));
    }

    void inspectIfDue() {
        if (!invariants.isEmpty() && world.now() >= inspectAtNanos) {
            inspectAtNanos = world.now() + INSPECTION_NANOS;
            tell(Invariant::inspect);
        }
    }

    void atEnd() {
        tell(Invariant::inspect);
        tell(Invariant::atEnd);
    }

    @Override
    public long nowNanos() {
        return world.now();
    }

    @Override
    public List<Participant> members() {
        List<Participant> members = new ArrayList<>();
        for (SimNode node : nodes) {
            Participant member = node.judgedOrNull();
            if (member != null) {
                members.add(member);
            }
        }
        return members;
    }

    @Override
    public long heardNanos(int host, int sender) {
        long[] heard = heardNanos.get(sender);
        return heard == null ? NEVER : heard[host];
    }

    @Override
    public long heardByAnybodyNanos(int from) {
        return heardByAnybodyNanos[from];
    }

    private void tell(Consumer<Invariant> event) {
        for (Invariant invariant : invariants) {
            try {
                event.accept(invariant);
            } catch (BrokenInvariant broken) {
                throw world.violation(broken.host(), invariant.name() + ": " + broken.getMessage(), broken);
            }
        }
    }

    private static long key(int host, long flushId) {
        return ((long) host << 32) | (flushId + 1);
    }

    private static int hostOf(long key) {
        return (int) (key >>> 32);
    }
}
