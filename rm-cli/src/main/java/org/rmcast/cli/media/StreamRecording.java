package org.rmcast.cli.media;

import java.io.IOException;
import org.rmcast.api.MessageListener;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.cli.common.Figures;
import org.rmcast.cli.common.Terminal;

/** Writes a stream's messages out and counts them. Messages come from one thread, any thread may ask for the counts. */
final class StreamRecording implements MessageListener {
    private static final long NONE = -1;

    private final StreamOutput output;
    private final Terminal terminal;
    private long firstMessage = NONE;
    private long messages;
    private long bytes;

    StreamRecording(StreamOutput output, Terminal terminal) {
        this.output = output;
        this.terminal = terminal;
    }

    @Override
    public void onMessage(ReceivedMessage message) throws IOException {
        output.write(message.payload());
        if (count(message)) {
            terminal.say("joined at message " + message.sequence()
                    + (message.sequence() == 0 ? ", the beginning" : ", in the middle of the stream"));
        }
    }

    private synchronized boolean count(ReceivedMessage message) {
        boolean first = firstMessage == NONE;
        firstMessage = first ? message.sequence() : firstMessage;
        messages++;
        bytes += message.length();
        return first;
    }

    /** For the status line; empty before the first message. */
    synchronized String status() {
        return messages == 0 ? "" : Figures.count(messages) + " messages, " + Figures.bytes(bytes);
    }

    /** The number of the first message received, -1 if there is none. */
    synchronized long firstMessage() {
        return firstMessage;
    }

    synchronized long messages() {
        return messages;
    }

    synchronized long bytes() {
        return bytes;
    }
}
