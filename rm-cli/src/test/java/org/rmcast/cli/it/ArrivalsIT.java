package org.rmcast.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Receivers that come late, leave early, or come all at once. */
@RequiresEngine
@Execution(ExecutionMode.CONCURRENT)
class ArrivalsIT {
    @Test
    void shouldServeALateReceiverFromWhereItJoined(Wan wan) throws Exception {
        StreamGroup group = new StreamGroup(wan, List.of());
        wan.start(group.sender(3, StreamGroup.LONG).behind(StreamGroup.FAR));
        wan.start(group.head("head").behind(StreamGroup.FAR));
        List<WanNode> early = group.receivers(3, StreamGroup.FAR);
        wan.start(early);
        group.awaitStream(early.get(0));
        WanNode late = group.receiver("late").behind(StreamGroup.FAR);
        group.excuse(late);
        wan.start(late);
        group.requireIdentical();
        group.requireEndOf(late);
    }

    @Test
    void shouldNotWaitForAReceiverThatLeaves(Wan wan) throws Exception {
        StreamGroup group = new StreamGroup(wan, List.of());
        WanNode sender = group.sender(4).behind(StreamGroup.FAR);
        wan.start(sender);
        wan.start(group.head("head").behind(StreamGroup.FAR));
        List<WanNode> receivers = group.receivers(4, StreamGroup.FAR);
        wan.start(receivers);
        WanNode leaving = receivers.get(3);
        group.awaitStream(leaving);
        group.excuse(leaving);
        leaving.interrupt();
        assertThat(leaving.awaitExit(Duration.ofSeconds(20))).as(leaving::log).isEqualTo(130);
        group.requireIdentical();
        assertThat(sender.awaitExit(StreamGroup.LIMIT)).as(sender::log).isZero();
    }

    @Test
    void shouldTakeInTwelveAtOnce(Wan wan) throws Exception {
        StreamGroup group = new StreamGroup(wan, List.of());
        WanNode sender = group.sender(12).behind(StreamGroup.FAR);
        wan.start(sender);
        List<WanNode> all = new ArrayList<>(List.of(
                group.head("head-1").behind(StreamGroup.FAR),
                group.head("head-2").behind(StreamGroup.FAR)));
        all.addAll(group.receivers(12, StreamGroup.FAR));
        wan.start(all);
        group.requireIdentical();
        assertThat(sender.awaitExit(StreamGroup.LIMIT)).as(sender::log).isZero();
    }
}
