package org.rmcast.core.impair;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.code_intelligence.jazzer.mutation.annotation.NotNull;
import org.junit.jupiter.params.provider.ValueSource;

/** Any text as impairments. */
class ImpairmentsJazzerTest {
    @ValueSource(
            strings = {
                "none",
                "loss=5%,burst=3,delay=20ms,jitter=2ms,duplicate=0.01,corrupt=1e-6",
                "gilbert=1%/20%/0%/50%,reorder=5%,reorder-delay=3ms,rate=10Mbit,queue=50,queue-bytes=70000,seed=7",
                "rate=0.001B"
            })
    @FuzzTest(maxDuration = "60s")
    void shouldReadOrSayWhatIsWrong(@NotNull String text) {
        Impairments impairments;
        try {
            impairments = Impairments.parse(text);
        } catch (IllegalArgumentException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return;
        }
        assertThat(Impairments.parse(impairments.toString())).isEqualTo(impairments);
    }
}
