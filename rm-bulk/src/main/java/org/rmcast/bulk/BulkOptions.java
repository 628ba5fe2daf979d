package org.rmcast.bulk;

import java.util.Objects;
import org.rmcast.api.TestConditions;
import org.rmcast.api.TransportKind;

/**
 * How a sender or receiver takes part in its channel. Immutable.
 *
 * @param memberPort the UDP port where it is, 0 for any: a sender that is given addresses needs to know that of its receivers
 * @param transport which sockets to use
 * @param socketBytes socket buffers to ask the system for
 * @param offload whether runs of datagrams pass the network stack as one; not where an emulator in the kernel drops single ones
 * @param testing a bad network on purpose
 * @param overwrite whether a receiver replaces older files of the same names
 * @param fillFrames whether a sender makes its datagrams as long as its interface sends in one piece, up to 8,972 bytes, where they go no further than
 *     the next network (ttl 0 or 1) and the channel has the usual {@code maxDatagramBytes} of 1,400: fewer datagrams for the same data
 */
public record BulkOptions(
        int memberPort,
        TransportKind transport,
        int socketBytes,
        boolean offload,
        TestConditions testing,
        boolean overwrite,
        boolean fillFrames) {
    private static final int SOCKET_BYTES = 4 << 20;
    private static final BulkOptions DEFAULTS =
            new BulkOptions(0, TransportKind.AUTO, SOCKET_BYTES, true, TestConditions.none(), false, true);

    public BulkOptions {
        Objects.requireNonNull(transport, "transport");
        Objects.requireNonNull(testing, "testing");
    }

    /** Any port, the best sockets, 4 MiB of buffers, offload; older files stay; frames are filled. */
    public static BulkOptions defaults() {
        return DEFAULTS;
    }

    /** With this port. */
    public BulkOptions withMemberPort(int port) {
        return new BulkOptions(port, transport, socketBytes, offload, testing, overwrite, fillFrames);
    }

    /** With these sockets. */
    public BulkOptions withTransport(TransportKind kind) {
        return new BulkOptions(memberPort, kind, socketBytes, offload, testing, overwrite, fillFrames);
    }

    /** With socket buffers of this size. */
    public BulkOptions withSocketBytes(int bytes) {
        return new BulkOptions(memberPort, transport, bytes, offload, testing, overwrite, fillFrames);
    }

    /** With or without offload. */
    public BulkOptions withOffload(boolean value) {
        return new BulkOptions(memberPort, transport, socketBytes, value, testing, overwrite, fillFrames);
    }

    /** With a bad network. */
    public BulkOptions withTesting(TestConditions conditions) {
        return new BulkOptions(memberPort, transport, socketBytes, offload, conditions, overwrite, fillFrames);
    }

    /** Replacing older files, or not. */
    public BulkOptions withOverwrite(boolean value) {
        return new BulkOptions(memberPort, transport, socketBytes, offload, testing, value, fillFrames);
    }

    /** Filling the interface's frames, or not. */
    public BulkOptions withFillFrames(boolean value) {
        return new BulkOptions(memberPort, transport, socketBytes, offload, testing, overwrite, value);
    }
}
