package org.rmcast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemoryPacketStoreTest {
    private final MemoryPacketStore store = new MemoryPacketStore(1_000);
    private int failures;

    @Test
    void shouldGoBackToTheLastDurableWrite() {
        store.append(new byte[10]);
        store.failAfter(2, () -> failures++);
        store.append(new byte[20]);
        assertThat(store.hasFailed()).isFalse();
        store.append(new byte[30]);
        assertThat(store.hasFailed()).isTrue();
        store.append(new byte[40]);
        store.releaseBelow(3);
        assertThat(failures).isEqualTo(1);
        store.recover();
        assertThat(store.hasFailed()).isFalse();
        assertThat(store.low()).isEqualTo(1);
        assertThat(store.limit()).isEqualTo(4);
        assertThat(store.bytes()).isEqualTo(60);
        assertThat(store.newest()).hasSize(30);
        assertThat(store.get(2)).hasSize(20);
        assertThat(store.holds(4)).isFalse();
    }

    @Test
    void shouldCountAReleaseAsAWriteIfItReleasesSomething() {
        store.append(new byte[10]);
        store.append(new byte[10]);
        store.failAfter(1, () -> failures++);
        store.releaseBelow(1);
        assertThat(failures).isZero();
        store.releaseBelow(2);
        assertThat(failures).isEqualTo(1);
        store.releaseBelow(3);
        store.recover();
        assertThat(store.low()).isEqualTo(2);
    }
}
