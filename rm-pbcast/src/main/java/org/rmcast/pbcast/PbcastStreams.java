package org.rmcast.pbcast;

import java.util.function.LongConsumer;
import org.rmcast.core.state.StreamPositions;

/** The streams of the other members for who transfers a state. */
record PbcastStreams(Sources sources) implements StreamPositions {
    @Override
    public void forEach(LongConsumer sender) {
        for (Source source : sources.all()) {
            if (!source.life().isFinished()) {
                sender.accept(source.id());
            }
        }
    }

    @Override
    public long nextMessage(long sender) {
        Source source = sources.find(sender);
        return source == null ? -1 : source.delivery().nextMessage();
    }

    @Override
    public long nextPacket(long sender) {
        Source source = sources.find(sender);
        return source == null ? 0 : source.delivery().nextPacket();
    }

    @Override
    public void wantFrom(long sender, long packet, long message) {
        sources.expect(sender, packet, message);
    }
}
