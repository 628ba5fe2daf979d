package org.rmcast.core.transport;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import org.rmcast.api.TransportKind;

/** What differs between the native channels and the JDK's: how they are made, read, and set. */
interface SocketFamily {
    /** The sort, never {@link TransportKind#AUTO}. */
    TransportKind kind();

    /** Makes the event loop's handler. */
    IoHandlerFactory ioHandler();

    /** Makes an unbound channel. */
    DatagramChannel newChannel(SocketProtocolFamily family);

    /** Whether one read call fills many slots of the read buffer, rather than one. */
    boolean readsInBatches();

    /** The most equal-size datagrams that may be handed over as one; 1 where there is no segmentation offload. */
    int maxSegments();

    /** Lets the system hand over a run of datagrams as one, where it can and the channel knows how to cut it. */
    void readCoalesced(DatagramChannel channel, SocketProtocolFamily family);

    /** Sets what a socket that receives from the group needs. */
    void prepareGroupSocket(DatagramChannel channel, SocketProtocolFamily family);

    /** Has the system drop what this member sent to the group itself, where it can; others on this machine still get it. */
    void ignoreOwn(DatagramChannel groupChannel, InetSocketAddress own);

    /** Sets where a socket's multicasts go, and that this machine gets them too. */
    void prepareSendingSocket(DatagramChannel channel, SocketProtocolFamily family, NetworkInterface via);

    /** Sets the scope of the multicasts written from now on. */
    void setMulticastTtl(Channel channel, SocketProtocolFamily family, int ttl);

    /** Whether a second, connected socket can have the port of one that is not, and takes what comes from its peer, errors included. */
    boolean canConnectBeside();

    /** The receive buffer that the system granted, in the unit in which it is asked for. */
    int grantedReceiveBytes(DatagramChannel channel);
}
