package org.rmcast.cli.demo;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import org.rmcast.api.MessageListener;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.examples.video.VideoReceiver;

/** A receiver's application: it writes its copy of the stream. */
final class CopyWriter implements MessageListener, Closeable {
    /** The message that a saboteur spoils, and the byte of it. */
    private static final long SPOILED_MESSAGE = 100;

    private static final int SPOILED_BYTE = 500;

    private final boolean sabotaged;
    private final FileChannel copy;
    private final VideoReceiver screen;
    private final MessageTimes times;

    CopyWriter(MemberSpec spec) throws IOException {
        sabotaged = spec.sabotaged();
        copy = FileChannel.open(spec.copy(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        screen = new VideoReceiver(copy);
        times = new MessageTimes(spec.times());
    }

    @Override
    public void onMessage(ReceivedMessage message) throws IOException {
        times.add(message.sequence());
        ByteBuffer content = sabotaged && message.sequence() == SPOILED_MESSAGE ? spoiled(message) : message.payload();
        screen.show(content);
    }

    private static ByteBuffer spoiled(ReceivedMessage message) {
        byte[] bytes = message.toByteArray();
        bytes[Math.min(SPOILED_BYTE, bytes.length - 1)] ^= 1;
        return ByteBuffer.wrap(bytes);
    }

    @Override
    public void close() throws IOException {
        copy.close();
        times.close();
    }
}
