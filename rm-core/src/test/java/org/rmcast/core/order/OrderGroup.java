package org.rmcast.core.order;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rmcast.core.wire.DecodeException;

/** Members of a total order, over queues between each two of them; every choice follows from a seed. Checks what may never be broken. */
final class OrderGroup {
    /** A member and its application, whose state is the list of what it was given. */
    final class Node implements OrderActions {
        final long id;
        final OrderEngine engine;
        final List<String> given = new ArrayList<>();
        final Set<String> confirmed = new TreeSet<>();
        private Set<Long> others = Set.of();
        private boolean active;

        Node(long id) {
            this.id = id;
            this.engine = new OrderEngine(id, voters, retainBytes);
        }

        @Override
        public void send(long to, byte[] message) {
            for (Node node : nodes.values()) {
                if (node != this && (to == 0 || to == node.id) && connected(id, node.id)) {
                    if (random.nextDouble() >= loss) {
                        queue(id, node.id).add(message);
                    }
                }
            }
        }

        @Override
        public void deliver(long position, long source, long number, byte[] content) {
            String text = source + "." + number;
            if (!new String(content, StandardCharsets.UTF_8).equals(text)) {
                throw broken(this + " was given the content of another message as " + text);
            }
            String before = order.putIfAbsent(position, text);
            if (before != null && !before.equals(text)) {
                throw broken("at " + position + " " + id + " was given " + text + ", another one " + before);
            }
            given.add(position + "=" + text);
        }

        @Override
        public void confirmed(long number, long position) {
            confirmed.add(id + "." + number);
            everConfirmed.add(id + "." + number);
        }

        @Override
        public byte[] state() {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (DataOutputStream out = new DataOutputStream(bytes)) {
                out.writeInt(given.size());
                for (String one : given) {
                    out.writeUTF(one);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return bytes.toByteArray();
        }

        @Override
        public void restore(long position, byte[] state) {
            given.clear();
            try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(state))) {
                int count = in.readInt();
                for (int i = 0; i < count; i++) {
                    given.add(in.readUTF());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void submit() {
            long number = submitted.getOrDefault(id, 0L);
            submitted.put(id, number + 1);
            String text = id + "." + number;
            engine.submit(text.getBytes(StandardCharsets.UTF_8), this);
            active = true;
        }

        @Override
        public String toString() {
            return engine + " given " + given.size();
        }
    }

    final SplittableRandom random;
    final Map<Long, Node> nodes = new TreeMap<>();
    final Map<Long, String> order = new TreeMap<>();
    final Set<String> everConfirmed = new TreeSet<>();
    private final Map<Long, Long> submitted = new TreeMap<>();
    private final Map<String, ArrayDeque<byte[]>> queues = new LinkedHashMap<>();
    private final Map<Long, Integer> parts = new TreeMap<>();
    private final long seed;
    private final int voters;
    private final long retainBytes;
    private final boolean lossy;
    private double loss;
    private long nextId = 1;

    OrderGroup(long seed, int voters, long retainBytes, boolean lossy) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.voters = voters;
        this.retainBytes = retainBytes;
        this.lossy = lossy;
        this.loss = lossy ? 0.1 : 0;
    }

    AssertionError broken(String what) {
        return new AssertionError("seed " + seed + ": " + what + "\n" + nodes.values());
    }

    /** A member that has a random id, so that those who come later may be lower. */
    Node start() {
        long id = random.nextLong(1, 1_000) * 1_000 + nextId++;
        Node node = new Node(id);
        nodes.put(id, node);
        return node;
    }

    Node node(long id) {
        return Objects.requireNonNull(nodes.get(id));
    }

    void crash(long id) {
        nodes.remove(id);
        parts.remove(id);
        queues.keySet().removeIf(name -> name.endsWith(">" + id));
    }

    void partition(Set<Long> ids) {
        parts.clear();
        ids.forEach(id -> parts.put(id, 1));
    }

    private boolean connected(long one, long other) {
        return parts.getOrDefault(one, 0).equals(parts.getOrDefault(other, 0));
    }

    private ArrayDeque<byte[]> queue(long from, long to) {
        return queues.computeIfAbsent(from + ">" + to, any -> new ArrayDeque<>());
    }

    private Set<Long> seenBy(Node node) {
        Set<Long> seen = new TreeSet<>();
        for (long id : nodes.keySet()) {
            if (id != node.id && connected(id, node.id)) {
                seen.add(id);
            }
        }
        return seen;
    }

    /** One random thing: a message arrives, a member learns who is there, or is reminded. */
    void step() {
        List<Node> all = List.copyOf(nodes.values());
        Node node = all.get(random.nextInt(all.size()));
        int kind = random.nextInt(100);
        if (kind < 2) {
            node.engine.onRemind(node);
        } else if (kind < 6) {
            Set<Long> seen = seenBy(node);
            if (!seen.equals(node.others)) {
                node.others = seen;
                node.engine.onMembers(seen, node);
            }
        } else {
            take(node, 1 + random.nextInt(4));
        }
        if (random.nextBoolean()) {
            node.engine.onTurnEnd(node);
        }
    }

    private void take(Node node, int most) {
        List<Long> sources = new ArrayList<>();
        queues.forEach((name, queue) -> {
            if (name.endsWith(">" + node.id) && !queue.isEmpty()) {
                sources.add(Long.parseLong(name.substring(0, name.indexOf('>'))));
            }
        });
        for (int i = 0; i < most && !sources.isEmpty(); i++) {
            long from = sources.get(random.nextInt(sources.size()));
            byte[] message = queue(from, node.id).poll();
            if (message != null && connected(from, node.id)) {
                try {
                    node.engine.onMessage(from, message, node);
                } catch (DecodeException e) {
                    throw new AssertionError("seed " + seed, e);
                }
            }
        }
    }

    /** Lets everything settle: no faults any more. */
    void settle() {
        parts.clear();
        loss = 0;
        for (int round = 0; round < 400; round++) {
            for (Node node : List.copyOf(nodes.values())) {
                Set<Long> seen = seenBy(node);
                node.others = seen;
                node.engine.onMembers(seen, node);
                take(node, 10_000);
                if (round % 10 == 0) {
                    node.engine.onRemind(node);
                }
                node.engine.onTurnEnd(node);
            }
        }
        loss = lossy ? 0.1 : 0;
    }

    /** How many are gone of those that vote, or may be chosen to, as far as anybody knows. */
    int votersMissing() {
        Set<Long> known = new TreeSet<>();
        for (Node node : nodes.values()) {
            known.addAll(node.others);
            known.addAll(node.engine.allVoters());
        }
        known.removeAll(nodes.keySet());
        return known.size();
    }

    /** All that are there have been given the same, each message once, and nothing that was confirmed to anybody is missing. */
    void checkEqual() {
        List<String> expected = null;
        for (Node node : nodes.values()) {
            expected = expected == null ? node.given : expected;
            if (!node.given.equals(expected)) {
                throw broken("members were given different messages: " + differ(expected, node.given));
            }
            if (node.active && node.engine.unconfirmed() > 0) {
                throw broken(node.id + " waits for " + node.engine.unconfirmed() + " confirmations");
            }
        }
        List<String> texts = new ArrayList<>();
        if (expected != null) {
            expected.forEach(one -> texts.add(one.substring(one.indexOf('=') + 1)));
        }
        Set<String> set = new TreeSet<>(texts);
        if (set.size() != texts.size()) {
            throw broken("a message was given twice");
        }
        for (String confirmed : everConfirmed) {
            if (!set.contains(confirmed)) {
                throw broken(confirmed + " was confirmed, and nobody has it");
            }
        }
    }

    private static String differ(List<String> one, List<String> other) {
        int at = 0;
        while (at < Math.min(one.size(), other.size()) && one.get(at).equals(other.get(at))) {
            at++;
        }
        return one.size() + " and " + other.size() + ", from the " + at + "th on";
    }
}
