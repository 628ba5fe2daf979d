package org.rmcast.core.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.rmcast.core.transport.InterfaceWatch.Change;

class InterfaceWatchTest {
    private int index = 3;
    private final InterfaceWatch watch = new InterfaceWatch(InetAddress.getLoopbackAddress(), address -> index);

    @Test
    void shouldSayOnceThatTheInterfaceIsGoneAndThatItIsBack() {
        assertThat(watch.look()).isEqualTo(Change.NONE);
        index = InterfaceWatch.GONE;
        assertThat(watch.look()).isEqualTo(Change.LOST);
        assertThat(watch.look()).isEqualTo(Change.NONE);
        index = 3;
        assertThat(watch.look()).isEqualTo(Change.BACK);
        assertThat(watch.look()).isEqualTo(Change.NONE);
    }

    @Test
    void shouldNoticeThatItWasMadeAnewBetweenTwoLooks() {
        index = 7;
        assertThat(watch.look()).isEqualTo(Change.BACK);
        assertThat(watch.index()).isEqualTo(7);
        watch.tryAgain();
        assertThat(watch.look()).isEqualTo(Change.BACK);
    }

    @Test
    void shouldFindTheLoopbackInterface() {
        InterfaceWatch real = new InterfaceWatch(InetAddress.getLoopbackAddress());
        assertThat(real.index()).isPositive();
        assertThat(real.look()).isEqualTo(Change.NONE);
    }
}
