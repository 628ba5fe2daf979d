package org.rmcast.lab.member;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One end of a TCP connection that carries messages one way, each behind its length: what a group shares a network with. */
final class TcpEndpoint implements Endpoint {
    private static final int BUFFER_BYTES = 64 << 10;
    private static final long RETRY_NANOS = 20_000_000L;

    private final InetSocketAddress receiver;
    private final ArrivalMeter meter;
    private final @Nullable ServerSocket listening;
    private @Nullable Socket connection;
    private @Nullable DataOutputStream out;

    TcpEndpoint(MemberSettings settings, ArrivalMeter meter) throws IOException {
        this.receiver = new InetSocketAddress(InetAddress.getByName(settings.group()), settings.port());
        this.meter = meter;
        if (settings.sender()) {
            listening = null;
        } else {
            listening = new ServerSocket(receiver.getPort(), 1, receiver.getAddress());
            Thread reader = new Thread(() -> read(listening), "tcp-receiver");
            reader.setDaemon(true);
            reader.start();
        }
    }

    private void read(ServerSocket from) {
        try (Socket accepted = from.accept();
                DataInputStream in =
                        new DataInputStream(new BufferedInputStream(accepted.getInputStream(), BUFFER_BYTES))) {
            while (true) {
                byte[] message = new byte[in.readInt()];
                in.readFully(message);
                meter.onMessage(ByteBuffer.wrap(message));
            }
        } catch (IOException e) {
            // The other end, or this one, was closed: what came has been counted.
        }
    }

    /** Connects; the receiver may have to be opened first. */
    @Override
    public boolean awaitReceivers(int count, Duration timeout) {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < timeout.toNanos()) {
            Socket socket = new Socket();
            try {
                socket.connect(receiver, (int) timeout.toMillis());
                connection = socket;
                out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES));
                return true;
            } catch (IOException e) {
                closeQuietly(socket);
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
        return false;
    }

    @Override
    public void send(Load load) {
        DataOutputStream to = out;
        if (to == null) {
            throw new IllegalStateException("not connected");
        }
        try {
            long now = System.nanoTime();
            while (!load.isDone(now)) {
                long wait = load.waitNanos(now);
                if (wait > 0) {
                    to.flush();
                    LockSupport.parkNanos(wait);
                } else {
                    byte[] message = load.next(now);
                    to.writeInt(message.length);
                    to.write(message);
                }
                now = System.nanoTime();
            }
            to.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean confirm(Duration timeout) {
        return true;
    }

    @Override
    public TrafficFigures traffic() {
        return TrafficFigures.NONE;
    }

    @Override
    public void close() {
        closeQuietly(connection);
        closeQuietly(listening);
    }

    private static void closeQuietly(@Nullable Closeable closeable) {
        if (closeable != null) {
            try {
                closeable.close();
            } catch (IOException e) {
                // It goes with the process.
            }
        }
    }
}
