package org.rmcast.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rmcast.api.FlushResult.Laggard;
import org.rmcast.api.RoundTripStatistics;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.engine.EngineStatistics.Served;

/** A member looks the same wherever it is named. */
class MemberTextTest {
    private static final long ID = 0xCBF7_A0B3_D02F_5E11L;
    private static final String ID_TEXT = "cbf7a0b3d02f5e11";
    private static final InetSocketAddress ADDRESS = new InetSocketAddress("10.0.0.5", 40_112);

    static Stream<Class<?>> records() {
        return Stream.concat(
                Stream.of(SessionEvent.class.getPermittedSubclasses()), Stream.of(Laggard.class, Served.class));
    }

    @ParameterizedTest
    @MethodSource("records")
    void shouldNameMembersInOneNotationWhereverTheyAreNamed(Class<?> type) throws Exception {
        String text = instance(type).toString();
        assertThat(text).startsWith(type.getSimpleName() + "[").doesNotContain("/10.0.0.5");
        for (RecordComponent component : type.getRecordComponents()) {
            if (component.getType() == InetSocketAddress.class) {
                assertThat(text).contains(component.getName() + "=10.0.0.5:40112");
            } else if (component.getName().endsWith("Id")) {
                assertThat(text).contains(component.getName() + '=' + ID_TEXT);
            } else if (component.getName().endsWith("Ids")) {
                assertThat(text).contains('[' + ID_TEXT + ", " + ID_TEXT + ']');
            }
        }
    }

    @Test
    void shouldNameAnAddressWithoutAskingForItsName() throws Exception {
        assertThat(MemberText.of(ID, ADDRESS)).isEqualTo(ID_TEXT + "@10.0.0.5:40112");
        assertThat(MemberText.of(InetSocketAddress.createUnresolved("alpha", 7)))
                .isEqualTo("<unresolved>:7");
        InetAddress longAddress = InetAddress.getByAddress(new byte[16]);
        assertThat(MemberText.of(new InetSocketAddress(longAddress, 7))).isEqualTo("[0:0:0:0:0:0:0:0]:7");
    }

    private static Object instance(Class<?> type) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        Constructor<?> constructor = type.getDeclaredConstructor(
                Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        constructor.setAccessible(true);
        return constructor.newInstance(Stream.of(components)
                .map(component -> value(component.getType()))
                .toArray());
    }

    private static Object value(Class<?> type) {
        if (type == long.class) {
            return ID;
        } else if (type == int.class) {
            return 3;
        } else if (type == double.class) {
            return 2.5;
        } else if (type == boolean.class) {
            return true;
        } else if (type == List.class) {
            return List.of(ID, ID);
        } else if (type == InetSocketAddress.class) {
            return ADDRESS;
        } else if (type == RoundTripStatistics.class) {
            return new RoundTripStatistics(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);
        }
        return type.isEnum() ? type.getEnumConstants()[0] : "text";
    }
}
