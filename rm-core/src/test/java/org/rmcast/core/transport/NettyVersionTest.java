package org.rmcast.core.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Map;
import org.junit.jupiter.api.Test;

class NettyVersionTest {
    @Test
    void shouldTakeTheVersionThatIsBuiltWith() {
        assertThatCode(NettyVersion::check).doesNotThrowAnyException();
    }

    @Test
    void shouldNameTheVersionThatIsTooOldAndWhatToDo() {
        assertThat(NettyVersion.tooOld(Map.of("netty-transport", "4.1.133.Final", "netty-common", "4.1.133.Final")))
                .startsWith("rmcast needs Netty 4.2 or newer; Netty 4.1.133.Final is on the class path.")
                .contains("netty.version");
        assertThat(NettyVersion.tooOld(Map.of())).contains("an older one is on the class path");
    }
}
