package org.rmcast.rmtp;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.rmcast.api.Parameters;
import org.rmcast.core.engine.Protocol;
import org.rmcast.sim.SimNode;
import org.rmcast.testkit.SharedRateContract;
import org.rmcast.testkit.tcp.GroupTraffic;

/** {@code rateControl=shared} of {@code rmtp}: a data set that no test comes to the end of. */
class RmtpSharedRateTest extends SharedRateContract {
    private static final long BYTES = 4L << 30;
    private static final int PAYLOAD_BYTES = 1_300;
    /** With the headers of RMTP, UDP and IP. */
    private static final int PACKET_BYTES = PAYLOAD_BYTES + 52 + 28;

    private final Map<InetSocketAddress, LaterSource> sources = new HashMap<>();

    /** Can be read from when it is told so: receivers take part before. */
    private static final class LaterSource implements BulkSource {
        private boolean ready;

        @Override
        public long totalBytes() {
            return BYTES;
        }

        @Override
        public byte[] description() {
            return new byte[] {1, 2, 3, 4, 5};
        }

        @Override
        public long identity() {
            return 1;
        }

        @Override
        public Reading read(long position, byte[] target, int offset, int length) {
            return ready ? Reading.READ : Reading.LATER;
        }

        @Override
        public byte[] trailer() {
            return new byte[] {1};
        }
    }

    /** Takes all. */
    private static final class AnySink implements BulkSink {
        @Override
        public boolean write(long position, byte[] source, int offset, int length) {
            return true;
        }

        @Override
        public boolean hasRoom() {
            return true;
        }

        @Override
        public void held(Stretches stretches) {}

        @Override
        public Verdict finish(byte[] trailer) {
            return Verdict.WHOLE;
        }

        @Override
        public void abandon(String reason) {}
    }

    @Override
    protected Protocol protocol() {
        return new RmtpProtocol(
                context -> {
                    LaterSource source = new LaterSource();
                    sources.put(context.localAddress(), source);
                    return new RmtpProtocol.Delivery(source, ReceiverList.anyone());
                },
                context -> dataSet -> new AnySink());
    }

    @Override
    protected Parameters parameters() {
        return Parameters.none().with("packetBytes", PAYLOAD_BYTES).with("connectTries", 3);
    }

    @Override
    protected GroupTraffic traffic() {
        return new GroupTraffic() {
            @Override
            public void begin(SimNode sender) {
                InetSocketAddress address = SimNode.addressOf(sender.index());
                Objects.requireNonNull(sources.get(address), "has not started").ready = true;
            }

            @Override
            public int packetBytes() {
                return PACKET_BYTES;
            }
        };
    }
}
