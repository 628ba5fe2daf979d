package org.rmcast.tram;

import org.rmcast.core.engine.Protocol;
import org.rmcast.testkit.SharedRateContract;

/** {@code rateControl=shared} of {@code tram}. */
class TramSharedRateTest extends SharedRateContract {
    @Override
    protected Protocol protocol() {
        return new TramProtocol();
    }
}
