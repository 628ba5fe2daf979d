package org.rmcast.core.session;

import java.util.Locale;
import org.rmcast.api.Channel;
import org.rmcast.api.Role;

/** The names of a session's threads. */
final class SessionThreads {
    private SessionThreads() {}

    /** {@code rmcast-<channel>-<role>-<what>}. */
    static String name(Channel channel, Role role, String what) {
        return "rmcast-" + channel.name() + '-'
                + role.name().toLowerCase(Locale.ROOT).replace('_', '-') + '-' + what;
    }
}
