package org.rmcast.lab.layout;

import java.io.IOException;
import java.util.List;
import org.rmcast.api.Channel;

/** The loopback interface as it is; loss is the members' own business. */
final class LoopbackNetwork implements Network {
    @Override
    public List<String> entry(int member) {
        return List.of();
    }

    @Override
    public String networkInterface() {
        return Channel.LOOPBACK;
    }

    @Override
    public boolean losesOnTheWire() {
        return false;
    }

    @Override
    public void lose(double share) {}

    @Override
    public void limit(long bitsPerSecond) throws IOException {
        throw new IOException("the loopback interface has no limit");
    }

    @Override
    public void close() {}
}
