package org.rmcast.core.session;

import org.rmcast.api.MemoryNetwork;

/** Makes networks in memory. */
public final class MemorySessionsProvider implements MemoryNetwork.Provider {
    @Override
    public MemoryNetwork create(long seed) {
        return new MemorySessions(seed);
    }
}
