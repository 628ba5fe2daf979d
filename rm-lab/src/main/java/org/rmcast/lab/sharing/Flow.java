package org.rmcast.lab.sharing;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.rmcast.lab.member.MemberSettings;

/**
 * What shares the way: a group with one sender, or a TCP connection.
 *
 * @param carrier a protocol, or {@link MemberSettings#TCP}
 * @param congestionControl the kernel's rule for a connection, null for the one that it takes by itself, and for groups
 */
record Flow(String carrier, @Nullable String congestionControl) {
    /**
     * Reads one: {@code tram}, {@code tcp}, {@code tcp:bbr}.
     *
     * @throws IllegalArgumentException if it is none
     */
    static Flow parse(String text) {
        String name = text.strip().toLowerCase(Locale.ROOT);
        int colon = name.indexOf(':');
        String carrier = colon < 0 ? name : name.substring(0, colon);
        String rule = colon < 0 ? null : name.substring(colon + 1);
        boolean readable = carrier.matches("[a-z0-9]+") && (rule == null || rule.matches("[a-z0-9_]+"));
        if (!readable || carrier.equals(MemberSettings.RAW) || (rule != null && !carrier.equals(MemberSettings.TCP))) {
            throw new IllegalArgumentException(
                    "'" + text + "' is neither a protocol such as tram, nor tcp or tcp:RULE such as tcp:bbr");
        }
        return new Flow(carrier, rule);
    }

    boolean isTcp() {
        return carrier.equals(MemberSettings.TCP);
    }

    @Override
    public String toString() {
        return congestionControl == null ? carrier : carrier + ":" + congestionControl;
    }
}
