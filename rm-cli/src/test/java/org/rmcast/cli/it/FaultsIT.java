package org.rmcast.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A tree of two heads and six receivers, of which something fails in the middle of the stream. */
@RequiresEngine
@Execution(ExecutionMode.CONCURRENT)
class FaultsIT {
    /** Members are given up after about five seconds instead of two, so that a busy machine is no fault. */
    private static final List<String> PATIENT = List.of("--param=helloInterval=500ms");

    /** Shorter than that. */
    private static final Duration SHORT = Duration.ofMillis(1_500);

    private static final Duration LONG = Duration.ofSeconds(5);

    /** The tree, in the middle of the stream. */
    private static final class Tree {
        final StreamGroup group;
        final WanNode sender;
        final List<WanNode> heads = new ArrayList<>();
        final List<WanNode> receivers;

        Tree(Wan wan, List<String> options) {
            group = new StreamGroup(wan, options);
            sender = group.sender(6).behind(StreamGroup.FAR);
            heads.add(group.head("head-1").behind(StreamGroup.FAR));
            heads.add(group.head("head-2").behind(StreamGroup.FAR));
            receivers = group.receivers(6, StreamGroup.FAR);
        }

        Tree start(Wan wan) {
            wan.start(sender);
            wan.start(heads);
            wan.start(receivers);
            group.awaitStream(receivers.get(0));
            return this;
        }

        void requireAllWell() throws Exception {
            group.requireIdentical();
            assertThat(sender.awaitExit(StreamGroup.LIMIT)).as(sender::log).isZero();
        }
    }

    @Test
    void shouldGoOnWhenAHeadIsKilled(Wan wan) throws Exception {
        Tree tree = new Tree(wan, PATIENT).start(wan);
        tree.heads.get(0).kill();
        tree.requireAllWell();
    }

    @Test
    void shouldGoOnWhenTheSenderStandsStill(Wan wan) throws Exception {
        Tree tree = new Tree(wan, PATIENT).start(wan);
        tree.sender.pause();
        Wan.pause(SHORT);
        tree.sender.resume();
        tree.requireAllWell();
    }

    @Test
    void shouldRepairWhatAReceiverMissedWithoutItsCable(Wan wan) throws Exception {
        Tree tree = new Tree(wan, PATIENT).start(wan);
        WanNode cutOff = tree.receivers.get(2);
        cutOff.disconnect(SHORT);
        tree.requireAllWell();
    }

    @Test
    void shouldGoOnWithoutAReceiverThatIsCutOffForLong(Wan wan) throws Exception {
        Tree tree = new Tree(wan, List.of()).start(wan);
        WanNode cutOff = tree.receivers.get(2);
        tree.group.excuse(cutOff);
        cutOff.disconnect(LONG);
        tree.group.requireIdentical();
        // Complete after all, or it says what is missing.
        if (cutOff.awaitExit(StreamGroup.LIMIT) != 0) {
            assertThat(cutOff.lastWords()).containsAnyOf("has gaps", "fell silent", "broke off");
        }
    }

    @Test
    void shouldHealAPartitionOfHalfTheTree(Wan wan) throws Exception {
        Tree tree = new Tree(wan, PATIENT).start(wan);
        List<WanNode> one = new ArrayList<>(List.of(tree.sender, tree.heads.get(0)));
        one.addAll(tree.receivers.subList(0, 3));
        List<WanNode> other = new ArrayList<>(List.of(tree.heads.get(1)));
        other.addAll(tree.receivers.subList(3, 6));
        Wan.partition(one, other, SHORT);
        tree.requireAllWell();
    }

    @Test
    void shouldNotMindAClockThatJumps(Wan wan) throws Exception {
        Tree tree = new Tree(wan, PATIENT);
        List<WanNode> jumping = List.of(tree.sender, tree.heads.get(0), tree.receivers.get(0), tree.receivers.get(1));
        jumping.forEach(WanNode::withMovableClock);
        tree.start(wan);
        tree.sender.setClock(3_600);
        tree.heads.get(0).setClock(-86_400);
        tree.receivers.get(0).setClock(-3_600);
        tree.receivers.get(1).setClock(86_400);
        tree.requireAllWell();
    }
}
