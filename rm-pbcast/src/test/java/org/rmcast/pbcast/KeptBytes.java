package org.rmcast.pbcast;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.sim.Replica;

/** A replica that keeps every byte of every sender in order, and finds out when one is missing or comes twice. */
final class KeptBytes implements Replica {
    private static final class Stream {
        long next;
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    }

    private final Map<Long, Stream> streams = new TreeMap<>();
    final List<Long> providers = new ArrayList<>();
    final List<String> failures = new ArrayList<>();
    final List<String> wrong = new ArrayList<>();
    final List<SessionEvent.MessagesLost> lost = new ArrayList<>();
    int written;

    boolean isSettled() {
        return !providers.isEmpty() || !failures.isEmpty();
    }

    @Override
    public void apply(ReceivedMessage message) {
        Stream stream = streams.computeIfAbsent(message.sourceId(), source -> new Stream());
        if (message.sequence() != stream.next) {
            wrong.add(
                    "message " + message.sequence() + " of " + message.sourceId() + " came instead of " + stream.next);
        }
        stream.next = message.sequence() + 1;
        stream.bytes.writeBytes(message.toByteArray());
    }

    @Override
    public boolean lost(SessionEvent.MessagesLost loss) {
        lost.add(loss);
        Stream stream = streams.computeIfAbsent(loss.sourceId(), source -> new Stream());
        stream.next = loss.limitMessage();
        return true;
    }

    @Override
    public byte[] write() {
        written++;
        ByteArrayOutputStream state = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(state)) {
            for (Map.Entry<Long, Stream> entry : streams.entrySet()) {
                out.writeLong(entry.getKey());
                out.writeLong(entry.getValue().next);
                byte[] bytes = entry.getValue().bytes.toByteArray();
                out.writeInt(bytes.length);
                out.write(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return state.toByteArray();
    }

    @Override
    public void load(byte[] state, long providerId, boolean whole) {
        providers.add(providerId);
        streams.clear();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(state))) {
            while (in.available() > 0) {
                Stream stream = new Stream();
                streams.put(in.readLong(), stream);
                stream.next = in.readLong();
                stream.bytes.writeBytes(in.readNBytes(in.readInt()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void failed(boolean first, String reason) {
        failures.add(first + " " + reason);
    }

    long next(long source) {
        Stream stream = streams.get(source);
        return stream == null ? 0 : stream.next;
    }

    Map<Long, Long> positions() {
        Map<Long, Long> positions = new TreeMap<>();
        streams.forEach((source, stream) -> positions.put(source, stream.next));
        return positions;
    }

    @Override
    public String toString() {
        return "from " + providers + ", failed " + failures;
    }
}
