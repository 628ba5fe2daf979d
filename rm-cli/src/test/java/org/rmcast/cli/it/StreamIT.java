package org.rmcast.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A clip through a repair tree, every node behind a link that loses and delays. */
@RequiresEngine
class StreamIT {
    @Test
    void shouldDeliverAClipByteByByteToAll(Wan wan) throws Exception {
        StreamGroup group = new StreamGroup(wan, List.of());
        WanNode sender = group.sender(6).behind(StreamGroup.FAR);
        wan.start(sender);
        wan.start(group.head("head").behind(StreamGroup.FAR));
        List<WanNode> receivers = group.receivers(6, StreamGroup.FAR);
        wan.start(receivers);
        group.requireIdentical();
        assertThat(sender.awaitExit(StreamGroup.LIMIT)).as(sender::log).isZero();
        assertThat(receivers)
                .allSatisfy(receiver -> assertThat(
                                receiver.json().path("repairsReceived").asLong())
                        .as("repairs of %s", receiver.name())
                        .isPositive());
    }
}
