package org.rmcast.core.text;

import java.lang.reflect.RecordComponent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The one notation of members, in logs, events, JSON and on the screen, so that one can be searched for: the id as a hexadecimal number
 * without sign, and the address as host and port.
 */
public final class MemberText {
    private MemberText() {}

    /** A member's id, such as {@code cbf7a0b3d02f5e11}. */
    public static String of(long memberId) {
        return Long.toHexString(memberId);
    }

    /** A member with its address, such as {@code cbf7a0b3d02f5e11@10.0.0.5:40112}. */
    public static String of(long memberId, InetSocketAddress address) {
        return of(memberId) + '@' + of(address);
    }

    /** An address, such as {@code 10.0.0.5:40112} or {@code [2001:db8::1]:40112}; asks no name service. */
    public static String of(InetSocketAddress address) {
        String text = address.toString();
        return text.substring(text.indexOf('/') + 1);
    }

    /** An IP address as it stands before a port: without name, an IPv6 address in brackets. */
    public static String host(InetAddress address) {
        String text = of(new InetSocketAddress(address, 0));
        return text.substring(0, text.lastIndexOf(':'));
    }

    /** A record as records are printed, with ids and addresses in this notation: its components named {@code ...Id} and {@code ...Ids}. */
    public static String of(Record value) {
        return Stream.of(value.getClass().getRecordComponents())
                .map(component -> component.getName() + '=' + text(component, value(component, value)))
                .collect(Collectors.joining(", ", value.getClass().getSimpleName() + '[', "]"));
    }

    private static String text(RecordComponent component, @Nullable Object value) {
        if (value instanceof Long id && areIds(component)) {
            return id == 0 ? "none" : of(id);
        }
        if (value instanceof List<?> ids && areIds(component)) {
            return ids.stream().map(id -> of((Long) id)).collect(Collectors.joining(", ", "[", "]"));
        }
        return value instanceof InetSocketAddress address ? of(address) : String.valueOf(value);
    }

    private static boolean areIds(RecordComponent component) {
        String name = component.getName();
        return name.endsWith("Id") || name.endsWith("Ids");
    }

    private static @Nullable Object value(RecordComponent component, Record of) {
        try {
            return component.getAccessor().invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record could not be read: " + of.getClass(), e);
        }
    }
}
