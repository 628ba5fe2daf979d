package org.rmcast.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.api.SessionEvent;

class EventBytesTest {
    private static final String TEXT = "x".repeat(1_000);
    private static final List<Long> IDS = Collections.nCopies(64, 1L);

    static Class<?>[] events() {
        return Arrays.stream(SessionEvent.class.getPermittedSubclasses())
                .filter(Class::isRecord)
                .toArray(Class<?>[]::new);
    }

    @ParameterizedTest
    @MethodSource("events")
    void shouldCountEveryTextOfAnEvent(Class<?> type) throws Exception {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values = Arrays.stream(types).map(EventBytesTest::value).toArray();
        SessionEvent event = (SessionEvent) type.getDeclaredConstructor(types).newInstance(values);
        long large = Arrays.stream(types)
                .filter(component -> component == String.class || component == List.class)
                .count();
        assertThat((long) EventBytes.of(event)).isBetween(2_000 * large, 2_000 * large + 1_000);
    }

    private static Object value(Class<?> type) {
        if (type == String.class) {
            return TEXT;
        } else if (type == List.class) {
            return IDS;
        } else if (type == InetSocketAddress.class) {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        } else if (type.isEnum()) {
            return type.getEnumConstants()[0];
        } else if (type == boolean.class) {
            return true;
        } else if (type == int.class) {
            return 1;
        }
        return 1L;
    }
}
