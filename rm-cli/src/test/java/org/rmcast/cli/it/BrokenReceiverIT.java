package org.rmcast.cli.it;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That the tests in containers notice what is wrong, and say where. */
@RequiresEngine
class BrokenReceiverIT {
    private static final int DROPPED = 100;

    @Test
    void shouldNameTheReceiverAndTheFirstWrongByte(Wan wan) {
        StreamGroup group = new StreamGroup(wan, List.of());
        wan.start(group.sender(3));
        WanNode broken = wan.node(
                        "receiver-3",
                        "java",
                        "-cp",
                        "/opt/rmcast/lib/*:/tmp/broken",
                        BrokenReceiver.class.getName(),
                        StreamGroup.NAME,
                        StreamGroup.PORT,
                        StreamGroup.COPY,
                        "" + DROPPED)
                .with(Path.of("target", "test-classes"), "/tmp/broken");
        wan.start(List.of(group.receiver("receiver-1"), group.receiver("receiver-2"), group.check(broken)));
        assertThatThrownBy(group::requireIdentical)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("receiver-3: byte 1316")
                .hasMessageNotContainingAny("receiver-1", "receiver-2");
    }
}
