package org.rmcast.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.ExtensionFields;
import org.rmcast.tram.TramProtocol;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket;

/** What stands on the wire, captured by tcpdump at the sender and at a receiver: whole packets of ours, and nothing else. */
@RequiresEngine
class WireIT {
    private static final int MTU = 1_500;
    private static final int SESSION_ID_OFFSET = 8;
    private static final String FILE = "/tmp/wire.pcap";
    private static final int FEWEST = 500;

    @Test
    void shouldShowOnlyWellFormedPacketsOfOurs(Wan wan) throws Exception {
        StreamGroup group = new StreamGroup(wan, List.of());
        WanNode sender = group.sender(3).behind(StreamGroup.FAR);
        wan.start(sender);
        capture(sender);
        wan.start(group.head("head").behind(StreamGroup.FAR));
        List<WanNode> receivers = group.receivers(3, StreamGroup.FAR);
        wan.start(receivers);
        capture(receivers.get(0));
        group.requireIdentical();
        assertThat(sender.awaitExit(StreamGroup.LIMIT)).as(sender::log).isZero();
        Map<String, Integer> atSender = check(sender);
        Map<String, Integer> atReceiver = check(receivers.get(0));
        System.out.println("on the wire at the sender: " + atSender + ", at a receiver: " + atReceiver);
        assertThat(atSender).containsKeys("Data", "Ack");
        assertThat(atReceiver).containsKeys("Data", "Ack");
    }

    /** Starts tcpdump, unless the image has none. */
    private static void capture(WanNode node) {
        String start = "command -v tcpdump > /dev/null || { echo none; exit; }\n"
                + "tcpdump -Z root -U -p -i eth0 -w " + FILE + " udp > /tmp/tcpdump.log 2>&1 &\n"
                + "until [ -s " + FILE + " ]; do sleep 0.05; done";
        if (node.root("sh", "-c", start).contains("none")) {
            throw new TestAbortedException("the node's image has no tcpdump");
        }
    }

    /** How many packets of each type there are. */
    private static Map<String, Integer> check(WanNode node) throws Exception {
        Protocol tram = new TramProtocol();
        List<Capture.Packet> packets = Capture.read(node.read(FILE));
        Map<String, Integer> types = new TreeMap<>();
        long session = 0;
        for (Capture.Packet packet : packets) {
            assertThat(packet.isFragment()).as("fragment at %s", node.name()).isFalse();
            assertThat(packet.ipBytes()).as("length at %s", node.name()).isLessThanOrEqualTo(MTU);
            byte[] datagram = packet.datagram();
            if (session == 0) {
                session = ByteBuffer.wrap(datagram).getLong(SESSION_ID_OFFSET);
            }
            assertThat(DatagramHeader.check(datagram, tram.wireId(), session, 0, 1))
                    .as("header at %s", node.name())
                    .isEqualTo(DatagramHeader.Verdict.ACCEPTED);
            TramPacket decoded = TramCodec.decode(ExtensionFields.strip(datagram));
            types.merge(decoded.getClass().getSimpleName(), 1, Integer::sum);
        }
        assertThat(packets).as("packets at %s", node.name()).hasSizeGreaterThan(FEWEST);
        return types;
    }
}
