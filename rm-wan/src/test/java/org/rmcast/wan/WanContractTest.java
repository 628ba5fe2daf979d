package org.rmcast.wan;

import org.rmcast.core.engine.Protocol;
import org.rmcast.testkit.ProtocolContract;

/** What the wide-area group keeps of what every protocol has to keep. */
class WanContractTest extends ProtocolContract {
    @Override
    protected Protocol protocol() {
        return new WanProtocol();
    }

    @Override
    protected int fuzzedTypes() {
        return 10;
    }
}
