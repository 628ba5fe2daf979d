package org.rmcast.core.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.unix.Buffer;
import io.netty.channel.unix.RawUnixChannelOption;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Has the kernel drop, before they are queued, the datagrams that this member sent to the group itself: a sender would
 * otherwise be woken for and read each of its own. A classic BPF program on the group's socket that compares source port
 * and address; {@link InboundHandler} drops what passes where the filter cannot be had.
 */
final class OwnDatagramFilter {
    // From <asm-generic/socket.h>; the same on all architectures that Netty's native library is built for.
    private static final int SOL_SOCKET = 1;
    private static final int SO_ATTACH_FILTER = 26;

    /** {@code struct sock_fprog}: the number of instructions, padding, a pointer. */
    private static final int PROGRAM_BYTES = 16;

    private static final int POINTER_OFFSET = 8;
    private static final ChannelOption<ByteBuffer> ATTACH_FILTER =
            new RawUnixChannelOption("SO_ATTACH_FILTER", SOL_SOCKET, SO_ATTACH_FILTER, PROGRAM_BYTES);

    // From <linux/filter.h>. Offsets count from the UDP header, those from SKF_NET_OFF on from the IP header.
    private static final int INSTRUCTION_BYTES = 8;
    private static final int LOAD_HALF = 0x28;
    private static final int LOAD_WORD = 0x20;
    private static final int JUMP_IF_EQUAL = 0x15;
    private static final int RETURN = 0x06;
    private static final int SKF_NET_OFF = -0x100000;
    private static final int ALL_BYTES = -1;
    private static final int IPV4_SOURCE = 12;
    private static final int IPV6_SOURCE = 8;

    private OwnDatagramFilter() {}

    /**
     * Attaches the filter.
     *
     * @param own the address from which this member sends
     * @throws io.netty.channel.ChannelException if the kernel does not let it
     */
    static void attach(Channel channel, InetSocketAddress own) {
        ByteBuffer instructions = instructions(own);
        ByteBuffer program = ByteBuffer.allocateDirect(PROGRAM_BYTES).order(ByteOrder.nativeOrder());
        program.putShort(0, (short) (instructions.remaining() / INSTRUCTION_BYTES));
        program.putLong(POINTER_OFFSET, Buffer.memoryAddress(instructions));
        channel.config().setOption(ATTACH_FILTER, program);
    }

    /** Drops what comes from this port and this address, passes all else. */
    private static ByteBuffer instructions(InetSocketAddress own) {
        ByteBuffer address = ByteBuffer.wrap(own.getAddress().getAddress());
        int words = address.remaining() / Integer.BYTES;
        int source = SKF_NET_OFF + (own.getAddress() instanceof Inet6Address ? IPV6_SOURCE : IPV4_SOURCE);
        int last = 2 + 2 * words + 1;
        ByteBuffer program =
                ByteBuffer.allocateDirect((last + 1) * INSTRUCTION_BYTES).order(ByteOrder.nativeOrder());
        add(program, LOAD_HALF, 0, 0);
        addComparison(program, own.getPort(), last);
        for (int word = 0; word < words; word++) {
            add(program, LOAD_WORD, 0, source + word * Integer.BYTES);
            addComparison(program, address.getInt(word * Integer.BYTES), last);
        }
        add(program, RETURN, 0, 0);
        add(program, RETURN, 0, ALL_BYTES);
        return program.flip();
    }

    /** Goes on if the accumulator is equal, else to the instruction {@code otherwise}. */
    private static void addComparison(ByteBuffer program, int value, int otherwise) {
        int next = program.position() / INSTRUCTION_BYTES + 1;
        add(program, JUMP_IF_EQUAL, otherwise - next, value);
    }

    private static void add(ByteBuffer program, int code, int jumpIfFalse, int value) {
        program.putShort((short) code).put((byte) 0).put((byte) jumpIfFalse).putInt(value);
    }
}
