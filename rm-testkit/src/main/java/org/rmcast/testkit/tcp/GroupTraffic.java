package org.rmcast.testkit.tcp;

import org.rmcast.sim.SimNode;
import org.rmcast.sim.Workload;

/** What the groups of a {@link SharedBottleneck} send. */
public interface GroupTraffic {
    /** From now on the sender of a group sends as fast as it may. */
    void begin(SimNode sender);

    /**
     * What each data packet takes as the network carries it. Packets of the very length of TCP's would not do: they keep their phase to it, and find the queue full where TCP
     * does not (Floyd and Jacobson, "On Traffic Phase Effects in Packet-Switched Gateways", 1992).
     */
    int packetBytes();

    /** Messages without end; a data packet has one, which fills it but for a few bytes. */
    static GroupTraffic messages() {
        return new GroupTraffic() {
            private static final int MESSAGE_BYTES = 1_300;

            @Override
            public void begin(SimNode sender) {
                sender.send(Workload.unpaced(Long.MAX_VALUE / 4, MESSAGE_BYTES));
            }

            @Override
            public int packetBytes() {
                return MESSAGE_BYTES + 75;
            }
        };
    }
}
