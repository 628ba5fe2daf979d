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

    @Test
    void shouldServeAsACache() {
        store.beginAt(501);
        assertThat(store.releaseOldest(501)).as("there is nothing").isFalse();
        while (store.room(10) > 0) {
            store.append(new byte[10]);
        }
        assertThat(store.releaseOldest(501)).as("all is needed").isFalse();
        assertThat(store.releaseOldest(504)).isTrue();
        assertThat(store.low()).isEqualTo(504);
        assertThat(store.releaseOldest(store.limit())).isTrue();
        assertThat(store.low()).isEqualTo(510);
        assertThat(store.holds(509)).isFalse();
        assertThat(store.get(510)).hasSize(10);
        assertThat(store.room(10)).isEqualTo(9);
        store.beginAt(7);
        assertThat(store.packets()).isZero();
        assertThat(store.bytes()).isZero();
        assertThat(store.newest()).isNull();
        assertThat(store.limit()).isEqualTo(7);
    }
}
