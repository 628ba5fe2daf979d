package org.rmcast.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.code_intelligence.jazzer.mutation.annotation.NotNull;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any text as a channel file. */
class ChannelJsonJazzerTest {
    static Stream<String> seeds() {
        return Stream.of(
                ChannelJsonTest.FULL,
                "{\"name\": \"video\", \"group\": \"ff15::7\", \"port\": 7000}",
                "{\"name\": \"video\", \"group\": \"239.1.1.1\", \"port\": 70000, \"ttl\": -1}",
                "{\"name\": null, \"parameters\": {\"a\": [[1e400]]}}");
    }

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "60s")
    void shouldReadOrSayWhatIsWrong(@NotNull String json) {
        Channel channel;
        try {
            channel = ChannelJson.parse(json);
        } catch (IllegalArgumentException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return;
        }
        assertThat(ChannelJson.parse(ChannelJson.write(channel))).isEqualTo(channel);
    }
}
