package org.rmcast.rmtp;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.rmcast.api.Parameters;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.Protocol;
import org.rmcast.rmtp.wire.RmtpCodec;

/**
 * RMTP of NTT and IBM: one server delivers a data set to known receivers, in rounds, with a confirmation of each before and after. Not to be
 * confused with the RMTP of Bell Labs, which has a tree.
 *
 * <p>Unlike other protocols it is made with what its engines read and write: there are no messages. See {@link RmtpConfig} for the paper.
 */
public final class RmtpProtocol implements Protocol {
    private final Function<EngineContext, Delivery> servers;
    private final Function<EngineContext, BulkSink.Opener> receivers;

    /**
     * What a server delivers, and to whom.
     *
     * @param source the data set
     * @param receivers who is to get it
     */
    public record Delivery(BulkSource source, ReceiverList receivers) {
        public Delivery {
            Objects.requireNonNull(source, "source");
            Objects.requireNonNull(receivers, "receivers");
        }
    }

    /**
     * Makes the protocol with its ports.
     *
     * @param servers what each server delivers
     * @param receivers where each receiver puts what comes
     */
    public RmtpProtocol(Function<EngineContext, Delivery> servers, Function<EngineContext, BulkSink.Opener> receivers) {
        this.servers = servers;
        this.receivers = receivers;
    }

    @Override
    public String name() {
        return "rmtp";
    }

    @Override
    public int wireId() {
        return RmtpCodec.PROTOCOL;
    }

    @Override
    public ParameterTable parameters() {
        return RmtpConfig.table();
    }

    @Override
    public List<RmtpMeter> meters() {
        return List.of(RmtpMeter.values());
    }

    @Override
    public Configured configure(Parameters parameters, int maxPacketBytes) {
        return new ConfiguredRmtp(RmtpConfig.of(parameters, maxPacketBytes), servers, receivers);
    }
}
