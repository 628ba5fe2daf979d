package org.rmcast.rmtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.rmcast.core.flow.Pacer;
import org.rmcast.rmtp.wire.RmtpCodec;
import org.rmcast.rmtp.wire.RmtpPacket.Poll;
import org.rmcast.sim.SimNode;

/** What is sent to many receivers one after another. */
class ControlQueueTest {
    /** The server waits for answers from when the last POLL has left: a time too long here makes each round longer. */
    @Test
    void shouldTellHowLongItTakes() {
        double bytesPerSecond = 100_000;
        ServerContext context = ServerContextTest.context(RmtpConfig.paper());
        ControlQueue queue = new ControlQueue(context, new Pacer(bytesPerSecond, Pacer.BURST_NANOS));
        Poll poll = new Poll(context.transfer, 0, 0, 0);
        for (int i = 0; i < 200; i++) {
            queue.add(SimNode.addressOf(1), poll);
        }
        double seconds = 200 * RmtpCodec.encode(poll).length / bytesPerSecond;
        assertThat((double) queue.nanos()).isCloseTo(seconds * 1e9, within(1e3));
    }
}
