package org.rmcast.core.session;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.MulticastRuntime;

/** Makes runtimes. */
public final class SharedRuntimeProvider implements MulticastRuntime.Provider {
    @Override
    public MulticastRuntime create(int loops, @Nullable Executor delivery) {
        return new SharedRuntime(loops, delivery);
    }
}
