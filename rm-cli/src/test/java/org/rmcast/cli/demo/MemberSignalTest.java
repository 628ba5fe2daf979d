package org.rmcast.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Channel;
import org.rmcast.api.ChannelJson;
import org.rmcast.api.Role;
import org.rmcast.api.TransportKind;
import org.rmcast.cli.common.Json;

class MemberSignalTest {
    private static final MemberStatus STATUS =
            new MemberStatus(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, Long.MIN_VALUE, List.of(-1L, 5L));

    @Test
    void shouldReadWhatItWrites() {
        for (MemberSignal signal : List.of(
                new MemberSignal.Opened(),
                new MemberSignal.Reported(STATUS),
                new MemberSignal.HeadChanged(-7, 0, "silent for 2 s"),
                new MemberSignal.Pruned(7, "slow"),
                new MemberSignal.Noticed("a \"quoted\"\nline"),
                new MemberSignal.Streaming(),
                new MemberSignal.Finished(""),
                new MemberSignal.Gone("exit code 137"))) {
            assertThat(signal.toJson()).doesNotContain("\n");
            assertThat(MemberSignal.fromJson(signal.toJson())).isEqualTo(signal);
        }
    }

    @Test
    void shouldRefuseOtherLines() {
        assertThatIllegalArgumentException().isThrownBy(() -> MemberSignal.fromJson("hello"));
        assertThatIllegalArgumentException().isThrownBy(() -> MemberSignal.fromJson("{\"Unknown\":{}}"));
        assertThatIllegalArgumentException().isThrownBy(() -> MemberSignal.fromJson("{\"Pruned\":{\"color\":1}}"));
    }

    @Test
    void shouldHandAMemberItsOrders() {
        Channel channel =
                Channel.builder("demo").group("239.192.7.1").port(7000).build();
        MemberSpec spec = new MemberSpec(
                "receiver-1",
                Role.RECEIVER,
                -5,
                7,
                ChannelJson.write(channel),
                "loss=5%,seed=3",
                TransportKind.NIO,
                "/tmp/a b",
                "/tmp/clip.ts",
                1.5,
                6,
                true);
        MemberSpec read = Json.parse(Json.line(spec), MemberSpec.class);
        assertThat(read).isEqualTo(spec);
        assertThat(read.parsedChannel()).isEqualTo(channel);
    }
}
