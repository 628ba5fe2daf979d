package org.rmcast.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.rmcast.examples.embed.ReplicatedMapNode;

/** Five processes with a map that all write to all the time, while one is killed and comes again, and the group falls apart. */
@RequiresEngine
@Execution(ExecutionMode.CONCURRENT)
class ReplicatedMapIT {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final Duration A_WHILE = Duration.ofSeconds(4);
    /** Longer than it takes until a silent member is out. */
    private static final Duration APART = Duration.ofSeconds(14);

    private static final int WRITES_PER_SECOND = 20;
    /** Where a node has rm-examples, which is no part of the image. */
    private static final String EXAMPLES = "/opt/examples";

    private static final String IN = WanNode.DIRECTORY + "/in";
    private static final String PROGRAM = "touch " + IN + "; tail -n +1 -f " + IN
            + " | java @/opt/rmcast/java.options -cp '/opt/rmcast/lib/*:" + EXAMPLES + "' ${RMCAST_JAVA_OPTS:-} "
            + ReplicatedMapNode.class.getName() + " 7600 eth0";

    /** What is known of a key's write. */
    private record Written(String key, String value, long time, long member) {
        static Written of(String line) {
            String[] words = line.split(" ", -1);
            return new Written(words[1], words[2], Long.parseLong(words[3]), Long.parseLong(words[4]));
        }

        boolean isBefore(Written other) {
            return time < other.time || (time == other.time && member < other.member);
        }
    }

    @Test
    void shouldLoseNoAcknowledgedWriteAndComeToBeEqual(Wan wan) {
        List<WanNode> nodes = new ArrayList<>();
        for (int i = 1; i <= 5; i++) {
            nodes.add(node(wan, "map-" + i));
        }
        wan.start(nodes);
        nodes.forEach(ReplicatedMapIT::beginToWrite);
        Wan.pause(A_WHILE);

        WanNode victim = nodes.get(1);
        victim.kill();
        String saidByTheVictim = victim.output();
        Wan.pause(A_WHILE);
        WanNode again = node(wan, "map-2-again");
        wan.start(again);
        nodes.set(1, again);
        beginToWrite(again);
        Wan.pause(A_WHILE);

        Map<WanNode, Long> before = new HashMap<>();
        List<WanNode> one = nodes.subList(0, 2);
        List<WanNode> other = nodes.subList(2, 5);
        nodes.forEach(node -> before.put(node, acknowledged(node)));
        Wan.partition(one, other, APART);
        nodes.forEach(node -> assertThat(acknowledged(node) - before.get(node))
                .as("acknowledged at %s while the group was apart", node.name())
                .isPositive());
        Wan.pause(A_WHILE);

        nodes.forEach(node -> say(node, "stop"));
        nodes.forEach(node -> node.awaitWord("stopped ", LIMIT));
        wan.await("equal maps", LIMIT, () -> hashes(nodes).stream().distinct().count() == 1);
        requireAll(nodes, saidByTheVictim);
    }

    private static WanNode node(Wan wan, String name) {
        return wan.node(name, "sh", "-c", PROGRAM).with(examples(), EXAMPLES);
    }

    /** The jar of rm-examples, or the directory with its classes. */
    private static Path examples() {
        try {
            return Path.of(ReplicatedMapNode.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static void say(WanNode node, String command) {
        node.root("sh", "-c", "echo '" + command + "' >> " + IN);
    }

    private static void beginToWrite(WanNode node) {
        node.awaitWord("ready ", LIMIT);
        say(node, "write " + node.name() + " " + WRITES_PER_SECOND);
    }

    private static long acknowledged(WanNode node) {
        return node.output().lines().filter(line -> line.startsWith("acked ")).count();
    }

    /** What each says of its map now. */
    private static List<String> hashes(List<WanNode> nodes) {
        List<String> hashes = new ArrayList<>();
        for (WanNode node : nodes) {
            long before = linesOf(node, "hash ").size();
            say(node, "hash");
            long deadline = System.nanoTime() + LIMIT.toNanos();
            while (linesOf(node, "hash ").size() == before) {
                assertThat(deadline - System.nanoTime())
                        .as("%s answers", node.name())
                        .isPositive();
                Wan.pause(Duration.ofMillis(50));
            }
            List<String> lines = linesOf(node, "hash ");
            hashes.add(lines.get(lines.size() - 1));
        }
        return hashes;
    }

    private static List<String> linesOf(WanNode node, String beginning) {
        return node.output().lines().filter(line -> line.startsWith(beginning)).toList();
    }

    /** Each acknowledged write is there, or a greater one of the same key. */
    private static void requireAll(List<WanNode> nodes, String saidByTheVictim) {
        WanNode first = nodes.get(0);
        say(first, "dump");
        first.awaitWord("dumped ", LIMIT);
        Map<String, Written> entries = new HashMap<>();
        linesOf(first, "entry ").stream().map(Written::of).forEach(entry -> entries.put(entry.key(), entry));
        List<String> acknowledged = new ArrayList<>(saidByTheVictim
                .lines()
                .filter(line -> line.startsWith("acked "))
                .toList());
        assertThat(acknowledged).as("acknowledged to the one that was killed").isNotEmpty();
        nodes.forEach(node -> acknowledged.addAll(linesOf(node, "acked ")));
        for (String line : acknowledged) {
            if (line.split(" ", -1).length == 5) {
                Written write = Written.of(line);
                Written entry = entries.get(write.key());
                assertThat(entry).as("%s", line).isNotNull();
                assertThat(entry.isBefore(write)).as("%s, but %s", line, entry).isFalse();
                if (!write.key().startsWith("shared-")) {
                    assertThat(entry).isEqualTo(write);
                }
            }
        }
        System.out.println("replicated map: " + acknowledged.size() + " writes were acknowledged, " + entries.size()
                + " keys are in all five maps");
    }
}
