package org.rmcast.core.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.Errors.NativeIoException;
import io.netty.channel.unix.SegmentedDatagramPacket;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GenericFutureListener;
import java.net.InetSocketAddress;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionMeter;
import org.rmcast.core.engine.MeterValues;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers datagrams of one size to one destination, so that they go out as one segmented datagram where the system can:
 * the network stack is then entered once for the run. Only the last of a run may be shorter.
 *
 * <p>Runs on the event loop.
 */
final class OutboundRun {
    private static final Logger LOG = LoggerFactory.getLogger(OutboundRun.class);

    /** The largest run in bytes: what fits one IP packet, with room for IPv6 headers. */
    private static final int MAX_RUN_BYTES = 65_000;

    /** Linux's EIO and EINVAL, as Netty gives them: this device or this size cannot be segmented. */
    private static final int EIO = -5;

    private static final int EINVAL = -22;

    private final Channel channel;
    private final MeterValues<SessionMeter> counters;

    /** In whatever scope: IPv6 addresses that differ by it alone are equal. */
    private final InetSocketAddress group;

    private final int maxSegmentBytes;
    private final byte[][] run;
    private int maxSegments;
    private int count;
    private int bytes;
    private InetSocketAddress to;

    /**
     * Makes an empty run.
     *
     * @param maxSegments the most datagrams in a run, 1 to switch segmentation off
     * @param maxSegmentBytes the largest datagram that may be part of a run: it must fit the interface's MTU
     */
    OutboundRun(
            Channel channel,
            MeterValues<SessionMeter> counters,
            int maxSegments,
            int maxSegmentBytes,
            InetSocketAddress group) {
        this.channel = channel;
        this.counters = counters;
        this.maxSegments = maxSegments;
        this.maxSegmentBytes = maxSegmentBytes;
        this.run = new byte[maxSegments][];
        this.group = group;
        this.to = group;
    }

    /** Adds a datagram; writes the run out first if it does not continue it. */
    void add(InetSocketAddress destination, byte[] datagram) {
        if (count > 0 && !continues(destination, datagram.length)) {
            write();
        }
        to = destination;
        run[count++] = datagram;
        bytes += datagram.length;
        if (count == maxSegments || datagram.length < run[0].length || run[0].length > maxSegmentBytes) {
            write();
        }
    }

    private boolean continues(InetSocketAddress destination, int length) {
        return length <= run[0].length && bytes + length <= MAX_RUN_BYTES && destination.equals(to);
    }

    /** Writes the run to the channel, which keeps it until it is flushed. */
    void write() {
        if (count == 0) {
            return;
        }
        if (count == 1) {
            writeOne(to, run[0]);
        } else {
            writeSegmented();
        }
        Arrays.fill(run, 0, count, null);
        count = 0;
        bytes = 0;
    }

    private void writeOne(InetSocketAddress destination, byte[] datagram) {
        if (!hasRoom(1)) {
            return;
        }
        ByteBuf buffer = allocate(datagram.length, 1);
        if (buffer == null) {
            return;
        }
        buffer.writeBytes(datagram);
        int length = datagram.length;
        onDone(channel.write(new DatagramPacket(buffer, destination)), done -> {
            if (done.isSuccess()) {
                onSent(1, length);
            } else {
                failed(1, done.cause());
            }
        });
    }

    private void writeSegmented() {
        if (!hasRoom(count)) {
            return;
        }
        ByteBuf buffer = allocate(bytes, count);
        if (buffer == null) {
            return;
        }
        for (int i = 0; i < count; i++) {
            buffer.writeBytes(run[i]);
        }
        byte[][] datagrams = Arrays.copyOf(run, count);
        InetSocketAddress destination = to;
        int length = bytes;
        onDone(channel.write(new SegmentedDatagramPacket(buffer, datagrams[0].length, destination)), done -> {
            if (done.isSuccess()) {
                onSent(datagrams.length, length);
            } else if (isNotSegmentable(done.cause())) {
                sendSingly(destination, datagrams, done.cause());
            } else {
                failed(datagrams.length, done.cause());
            }
        });
    }

    /**
     * Segmentation does not work on this path: goes on without it, for good if it is the way to the group. (A single
     * destination may just be a bad address that some member made up.)
     */
    private void sendSingly(InetSocketAddress destination, byte[][] datagrams, Throwable cause) {
        if (maxSegments > 1 && destination.equals(group)) {
            LOG.info("segmentation offload is not available here ({}); datagrams go out singly", cause.getMessage());
            maxSegments = 1;
        }
        for (byte[] datagram : datagrams) {
            writeOne(destination, datagram);
        }
        channel.eventLoop().execute(channel::flush);
    }

    private static boolean isNotSegmentable(Throwable cause) {
        return cause instanceof NativeIoException error
                && (error.expectedErr() == EIO || error.expectedErr() == EINVAL);
    }

    /** A buffer; without memory for one its datagrams are dropped, as a network would, and counted. */
    private @Nullable ByteBuf allocate(int length, int datagrams) {
        try {
            return channel.alloc().directBuffer(length);
        } catch (OutOfMemoryError e) {
            failed(datagrams, e);
            return null;
        }
    }

    /** The socket may be slower than the engine: what it has no room for is dropped, as a network would. */
    private boolean hasRoom(int datagrams) {
        if (channel.isWritable()) {
            return true;
        }
        channel.flush();
        if (channel.isWritable()) {
            return true;
        }
        counters.add(SessionMeter.SEND_FAILURES, datagrams);
        return false;
    }

    private void onSent(int datagrams, int length) {
        counters.add(SessionMeter.DATAGRAMS_SENT, datagrams);
        counters.add(SessionMeter.BYTES_SENT, length);
    }

    private void failed(int datagrams, Throwable cause) {
        if (counters.get(SessionMeter.SEND_FAILURES) == 0 && channel.isOpen()) {
            LOG.warn(
                    "sending from {} to {} failed ({}); more such failures are only counted",
                    channel.localAddress(),
                    to,
                    cause.toString());
        }
        counters.add(SessionMeter.SEND_FAILURES, datagrams);
    }

    private static void onDone(ChannelFuture future, GenericFutureListener<Future<? super Void>> listener) {
        future.addListener(listener);
    }
}
