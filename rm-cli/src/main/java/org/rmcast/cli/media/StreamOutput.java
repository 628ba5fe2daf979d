package org.rmcast.cli.media;

import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.rmcast.cli.common.CommandFailure;

/** Where a received stream goes, message by message. Not thread safe. */
interface StreamOutput extends Closeable {
    /** Writes one message. An error names the place and how far it came. */
    void write(ByteBuffer message) throws IOException;

    /** The place, for messages to the user. */
    String place();

    /** A file, written as the stream arrives; the first message replaces an older one. */
    static StreamOutput file(Path path) throws IOException {
        FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        return new ChannelOutput(file, path.toString()) {
            @Override
            void begin() throws IOException {
                if (Files.isRegularFile(path)) {
                    file.truncate(0);
                }
            }
        };
    }

    /** This process's standard output. */
    static StreamOutput standardOutput() {
        return new ChannelOutput(Channels.newChannel(new FileOutputStream(FileDescriptor.out)), "standard output");
    }

    /**
     * Plain datagrams for a player such as {@code ffplay udp://127.0.0.1:5004}.
     *
     * @param target host and port
     * @param allowRemote whether the host may be another machine
     * @throws CommandFailure if the target is no address, or another machine's without leave
     */
    static StreamOutput udp(String target, boolean allowRemote) throws IOException {
        InetSocketAddress address = UdpTarget.parse(target);
        InetAddress host = address.getAddress();
        if (!host.isLoopbackAddress() && !allowRemote) {
            throw CommandFailure.usage("--udp " + target + ": " + host.getHostAddress()
                    + " is not this machine's loopback; --allow-remote sends there all the same");
        }
        return new UdpOutput(DatagramChannel.open(), address);
    }

    /** Bytes one after another. */
    class ChannelOutput implements StreamOutput {
        private final WritableByteChannel channel;
        private final String place;
        private long written;

        ChannelOutput(WritableByteChannel channel, String place) {
            this.channel = channel;
            this.place = place;
        }

        /** Called before the first byte is written. */
        void begin() throws IOException {}

        @Override
        public void write(ByteBuffer message) throws IOException {
            try {
                if (written == 0) {
                    begin();
                }
                while (message.hasRemaining()) {
                    written += channel.write(message);
                }
            } catch (IOException e) {
                throw new IOException(place + ": " + e.getMessage() + " (after " + written + " bytes)", e);
            }
        }

        @Override
        public String place() {
            return place;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** One datagram per message. What no player takes is lost, as usual with UDP. */
    final class UdpOutput implements StreamOutput {
        private final DatagramChannel channel;
        private final InetSocketAddress target;

        UdpOutput(DatagramChannel channel, InetSocketAddress target) {
            this.channel = channel;
            this.target = target;
        }

        @Override
        public void write(ByteBuffer message) throws IOException {
            channel.send(message, target);
        }

        @Override
        public String place() {
            return "udp://" + target.getAddress().getHostAddress() + ":" + target.getPort();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
