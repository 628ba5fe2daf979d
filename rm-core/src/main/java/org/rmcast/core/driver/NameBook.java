package org.rmcast.core.driver;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionBuilder;
import org.rmcast.core.engine.KnownMember;
import org.rmcast.core.text.PrintableText;

/**
 * What members call themselves, by id and address: who takes another one's id sends from elsewhere, and does not rename it. A bounded
 * number, those heard of last. Thread safe.
 */
public final class NameBook {
    /** So many names are remembered: 1 MiB at most. */
    static final int MOST = 4_096;

    private final Map<Named, String> names = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Named, String> eldest) {
            return size() > MOST;
        }
    };

    private record Named(long memberId, InetSocketAddress address) {}

    /** A member says its name, in UTF-8; what is too long or empty is not believed, and what cannot be printed is shown as such. */
    void note(long memberId, InetSocketAddress address, byte[] name) {
        String text = shown(name);
        if (text != null) {
            synchronized (names) {
                names.put(new Named(memberId, address), text);
            }
        }
    }

    /** A member says another one's name: believed only of one that has not said it itself. */
    void noteOther(KnownMember other, byte[] name) {
        String text = shown(name);
        if (text != null) {
            synchronized (names) {
                names.putIfAbsent(new Named(other.id(), other.address()), text);
            }
        }
    }

    private static @Nullable String shown(byte[] name) {
        return name.length == 0 || name.length > SessionBuilder.MAX_NAME_BYTES
                ? null
                : PrintableText.shown(new String(name, StandardCharsets.UTF_8));
    }

    /** What a member calls itself, null if that is not known. */
    public @Nullable String find(long memberId, InetSocketAddress address) {
        synchronized (names) {
            return names.get(new Named(memberId, address));
        }
    }
}
