package org.rmcast.api;

import java.util.ServiceLoader;
import java.util.SplittableRandom;

/**
 * A network in memory, on the real clock: its sessions are the same as over sockets in all but what carries the datagrams. For the tests
 * of applications, which open their sessions through a {@link SessionFactory}; nothing leaves the JVM.
 *
 * <pre>{@code
 * MemoryNetwork network = MemoryNetwork.create(42);
 * network.impair("loss=5%,delay=2ms");
 * MulticastReceiver anna = network.on(channel).memberName("anna").openReceiver(listener);
 * MulticastSender sender = network.on(channel).openSender();
 * ...
 * network.partition("anna"); // she hears nobody, and nobody hears her
 * ...
 * network.heal();
 * }</pre>
 *
 * <p>Sessions of one network on channels with the same group address and port hear one another. Each member has an address of its own,
 * 10.0.0.1 for the first one that is opened, 10.0.0.2 for the second and so on (fd00::1 and on in IPv6), and its {@code memberPort}. What
 * {@link SessionBuilder#socketBuffers} allows to receive is kept on the heap, and counts among the session's buffers; what finds no
 * room is dropped, as the kernel does. A channel's interface and time to live mean nothing here, nor do {@code transport} and {@code
 * offload}. {@link SessionBuilder#testing} works as over sockets, besides what the network does.
 *
 * <p>Which datagrams are hit, member ids that are not given, and the random choices of protocols follow from the seed and the order in
 * which sessions are opened. Threads run on the real clock, so two runs are alike but not the same.
 *
 * <p>Thread safe. There is nothing to close: a network holds its open sessions and nothing else.
 */
public interface MemoryNetwork extends SessionFactory {
    /** A network with a random seed, without loss or delay. */
    static MemoryNetwork create() {
        return create(new SplittableRandom().nextLong());
    }

    /**
     * A network without loss or delay.
     *
     * @param seed from which all follows that is random
     * @throws IllegalStateException if no provider is found, as where a shaded jar has dropped rm-core's services
     */
    static MemoryNetwork create(long seed) {
        return ServiceLoader.load(Provider.class, Provider.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> Services.missing(Provider.class))
                .create(seed);
    }

    /** The seed of this network. */
    long seed();

    /**
     * Makes the network bad, or good again, from now on: whatever comes to a member meets this on its way, at each member independently.
     * What is delayed already still comes when it was to come.
     *
     * @param impairments such as {@code loss=5%,delay=20ms,jitter=5ms}, in place of those before; {@code none} for a perfect network
     * @throws IllegalArgumentException if it is not understood, naming what is wrong and what is allowed
     */
    void impair(String impairments);

    /**
     * Puts members into a part of their own: they hear one another, and nobody else, until {@link #heal}. One name alone cuts a member
     * off. A further call makes another part; whoever was in an earlier one leaves it. Those who are never named stay together. What is
     * in a member's buffer already is still read.
     *
     * @param memberNames see {@link SessionBuilder#memberName}; also of members that are yet to be opened
     */
    void partition(String... memberNames);

    /** Makes one network of all parts again. Impairments stay. */
    void heal();

    /** How many datagrams were dropped so far because the buffer of a member was full. */
    long overflows();

    /** Makes networks; found by {@link ServiceLoader}, so that the API does not know its implementation. */
    @FunctionalInterface
    interface Provider {
        /** Makes one, see {@link MemoryNetwork#create(long)}. */
        MemoryNetwork create(long seed);
    }
}
