package org.rmcast.nak;

import org.rmcast.core.engine.Protocol;
import org.rmcast.testkit.SharedRateContract;

/** {@code rateControl=shared} of {@code nak}. */
class NakSharedRateTest extends SharedRateContract {
    @Override
    protected Protocol protocol() {
        return new NakProtocol();
    }
}
