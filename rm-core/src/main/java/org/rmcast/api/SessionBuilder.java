package org.rmcast.api;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.rmcast.core.text.PrintableText;

/**
 * The options of a session. Made by {@link ReliableMulticastSession#on} or {@link SessionFactory#on}. Not thread safe; may open
 * several sessions, each a member of its own.
 *
 * <pre>{@code
 * try (MulticastSender sender = ReliableMulticastSession.on(channel).openSender()) {
 *     if (!sender.awaitReceivers(1, Duration.ofSeconds(5))) {
 *         throw new IllegalStateException("nobody is there");
 *     }
 *     sender.send(bytes);
 *     FlushResult result = sender.close(Duration.ofSeconds(10));
 *     if (!result.complete()) {
 *         System.err.println("not everybody has it: " + result.missing());
 *     }
 * }
 * }</pre>
 *
 * <p>A session has two threads of its own, daemons named {@code rmcast-<channel>-<role>-loop} and {@code -delivery}, unless it is given
 * a {@link #runtime}: a session that nobody waits for does not keep the JVM alive. A receiver whose {@code main} has nothing else to do waits with
 * {@code session.closed().toCompletableFuture().join()}.
 */
public final class SessionBuilder {
    /** The longest name of a member, in bytes of UTF-8. */
    public static final int MAX_NAME_BYTES = 64;

    private final SessionFactory factory;
    private final OptionValues values;

    SessionBuilder(SessionFactory factory, Channel channel) {
        this.factory = Objects.requireNonNull(factory, "factory");
        this.values = new OptionValues(Objects.requireNonNull(channel, "channel"));
    }

    /** The channel to be opened. */
    public Channel channel() {
        return values.channel;
    }

    /** What the member is there for; a receiver unless said otherwise. */
    public SessionBuilder role(Role role) {
        values.role = Objects.requireNonNull(role, "role");
        return this;
    }

    /**
     * Who takes the messages of a receiver. Without a listener they wait for a subscriber of {@link
     * MulticastReceiver#messages()}, and hold the sender back once the delivery queue is full.
     */
    public SessionBuilder onMessage(MessageListener listener) {
        values.messageListener = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /** Who takes the events, in any role; without it they are only logged. */
    public SessionBuilder onEvent(EventListener listener) {
        values.eventListener = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /** Makes the network bad, or what is random repeatable: for tests. */
    public SessionBuilder testing(TestConditions conditions) {
        values.testing = Objects.requireNonNull(conditions, "conditions");
        return this;
    }

    /** Which channels to use; {@link TransportKind#AUTO} by default. */
    public SessionBuilder transport(TransportKind kind) {
        values.transport = Objects.requireNonNull(kind, "kind");
        return this;
    }

    /**
     * What the session runs on, with others; by default it has threads of its own.
     *
     * @param runtime open, made by {@link MulticastRuntime#create}
     */
    public SessionBuilder runtime(MulticastRuntime runtime) {
        values.runtime = Objects.requireNonNull(runtime, "runtime");
        return this;
    }

    /**
     * This member's identity, not 0; random by default. No other member may have it, nor an earlier incarnation of this
     * one.
     */
    public SessionBuilder memberId(long id) {
        if (id == 0) {
            throw new IllegalArgumentException("memberId must not be 0");
        }
        values.memberId = id;
        return this;
    }

    /**
     * What people call this member, in logs, events, figures and meters: 1 to {@value #MAX_NAME_BYTES} bytes of printable
     * text in UTF-8. By default the host's name and the process id, such as {@code alpha-4711}, with {@code -2}, {@code -3} and so
     * on for further sessions of the process. Names need not differ, but help only where they do.
     */
    public SessionBuilder memberName(String name) {
        values.memberName = PrintableText.checked("memberName", name, MAX_NAME_BYTES);
        return this;
    }

    /**
     * The port from which this member sends and at which it is reached by unicast, so that others can name it as a contact, and
     * firewalls can; any free one by default.
     *
     * @param port 1 to 65535
     */
    public SessionBuilder memberPort(int port) {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("memberPort must be 1 to 65535, was " + port);
        }
        values.memberPort = port;
        return this;
    }

    /**
     * How much may wait between {@code send} and the protocol; by default 65,536 messages and 2 MiB. More smooths a
     * sender that comes in bursts, and costs memory, delay and processor time. A message larger than {@code bytes} passes
     * when the queue is empty. Messages of {@code sendAsync} that find the queue full wait in a second queue of the same
     * bounds; beyond that {@code sendAsync} completes exceptionally at once.
     *
     * @param messages at least 1
     * @param bytes payload bytes, at least 1
     */
    public SessionBuilder sendQueue(int messages, int bytes) {
        values.sendQueueMessages = positive("sendQueue messages", messages);
        values.sendQueueBytes = positive("sendQueue bytes", bytes);
        return this;
    }

    /**
     * How much may wait between the protocol and the application; by default 65,536 messages and 32 MiB, or less
     * where the heap is small. When it is full
     * the protocol is told, and holds the sender back. A message larger than {@code bytes} passes when the queue is empty.
     *
     * @param messages at least 1
     * @param bytes what the messages keep in memory, at least 1: a short message keeps the packet that it came in
     */
    public SessionBuilder deliveryQueue(int messages, int bytes) {
        values.deliveryQueueMessages = positive("deliveryQueue messages", messages);
        values.deliveryQueueBytes = positive("deliveryQueue bytes", bytes);
        values.deliveryQueueGiven = true;
        return this;
    }

    /**
     * The socket buffers to ask the system for; by default 4 MiB to receive and 1 MiB to send. What is granted is read
     * back, and a warning names the setting to raise where it is less.
     *
     * @param receiveBytes of each of the two sockets, at least 4,096
     * @param sendBytes at least 4,096
     */
    public SessionBuilder socketBuffers(int receiveBytes, int sendBytes) {
        values.receiveBufferBytes = atLeast4096("socketBuffers receiveBytes", receiveBytes);
        values.sendBufferBytes = atLeast4096("socketBuffers sendBytes", sendBytes);
        return this;
    }

    /**
     * Whether runs of datagrams pass the network stack as one, where Linux can do that (UDP_SEGMENT and UDP_GRO); on by
     * default, and worth a factor of two and more. To be switched off at every member where the kernel emulates a bad
     * network packet by packet (iptables, tc), since it would drop or delay whole runs.
     */
    public SessionBuilder offload(boolean offload) {
        values.offload = offload;
        return this;
    }

    /**
     * Gives a peer's listener what the peer sends itself, too: each message once the protocol has accepted it, under its own
     * member id and number, in the order of sending; before, between or after those of others. So all peers can build their
     * state of messages alone. While the delivery queue is full the own messages wait in the send queue. Off by default; for the
     * role {@link Role#PEER} of any protocol.
     */
    public SessionBuilder deliverOwn() {
        values.deliverOwn = true;
        return this;
    }

    /**
     * Makes the application one whose state is made of messages, and that can be taken over by others: by a member that starts ({@link
     * #stateAtStart}) or that lost messages ({@link MulticastReceiver#requestState}). A peer is given its own messages, too
     * ({@link #deliverOwn}), since its state has to follow from what is delivered. For a {@link Role#PEER} or a {@link
     * Role#RECEIVER} of a protocol with state transfer, as pbcast has. Off by default.
     *
     * @param provider writes this member's state for others
     * @param consumer reads another one's
     */
    public SessionBuilder state(StateProvider provider, StateConsumer consumer) {
        values.stateProvider = Objects.requireNonNull(provider, "provider");
        values.stateConsumer = Objects.requireNonNull(consumer, "consumer");
        return this;
    }

    /**
     * How long a state may be that this member gives to others; 16 MiB by default. Up to two of that length are held while others read
     * them. A longer one is refused, and those who ask turn to another member.
     *
     * @param bytes at least 1
     */
    public SessionBuilder stateBytes(int bytes) {
        values.stateBytes = positive("stateBytes", bytes);
        return this;
    }

    /**
     * Asks for a state before the first message is delivered, as {@link MulticastReceiver#requestState} does: the
     * application is given nothing until it has a state, or there is none to be had.
     *
     * @param timeout the longest wait, positive
     */
    public SessionBuilder stateAtStart(Duration timeout) {
        if (timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("stateAtStart must be positive, was " + timeout);
        }
        values.stateAtStart = timeout;
        return this;
    }

    /**
     * Keeps a sender's packets in files as well as in memory: it can be further ahead of its slowest receiver than memory
     * allows, and when its process has ended without closing the session another one can go on with it ({@link
     * StorageOptions#resume}), under the same member id, for receivers that stayed. What the application has to send then
     * begins with {@link MulticastSender#firstMessage()}. After a complete close only the empty file
     * {@code lock} remains in the directory. The protocol must support it, as TRAM does.
     *
     * <p>A repair node, or a receiver that may become a repair head, keeps in files what falls out of its memory, so that it still has it for
     * members that are slow, were cut off for a while, or came back. Its storage is a cache: the oldest packets go when {@link
     * StorageOptions#maxBytes} is reached or the disk is full, it begins anew with each stream that the session follows, and it is
     * empty when the session opens and removed when it ends, in whatever way; so it neither resumes nor forces. A directory that holds a
     * sender's session which has not ended is refused.
     */
    public SessionBuilder storage(StorageOptions options) {
        values.storage = Objects.requireNonNull(options, "options");
        return this;
    }

    /**
     * Who decides, besides the rules of the channel, which members no longer hold the group back: a member is excluded if the one or the
     * other says so. It decides about the members that this one serves, so give it to the sender and to all members that may be repair
     * heads. The protocol must exclude members, as TRAM does; others are refused by {@link #open}.
     */
    public SessionBuilder pruning(PruningPolicy policy) {
        values.pruning = Objects.requireNonNull(policy, "policy");
        return this;
    }

    /** {@link #open()} as a sender. */
    public MulticastSender openSender() throws IOException {
        return (MulticastSender) role(Role.SENDER).open();
    }

    /** {@link #open()} as a receiver whose messages wait for a subscriber of {@link MulticastReceiver#messages()}. */
    public MulticastReceiver openReceiver() throws IOException {
        return (MulticastReceiver) role(Role.RECEIVER).open();
    }

    /** {@link #open()} as a receiver whose messages go to this listener. */
    public MulticastReceiver openReceiver(MessageListener listener) throws IOException {
        return onMessage(listener).openReceiver();
    }

    /**
     * {@link #open()} as a peer, which sends and whose messages, those that the others send, wait for a subscriber; what it sends itself
     * comes as well only with {@link #deliverOwn}.
     */
    public MulticastPeer openPeer() throws IOException {
        return (MulticastPeer) role(Role.PEER).open();
    }

    /** As {@link #openPeer()}, with a listener for the messages. */
    public MulticastPeer openPeer(MessageListener listener) throws IOException {
        return onMessage(listener).openPeer();
    }

    /** {@link #open()} as a repair node: it stores and repairs for others, without an application of its own. */
    public ReliableMulticastSession openRepairNode() throws IOException {
        return role(Role.REPAIR_NODE).open();
    }

    /**
     * Opens the sockets and starts the protocol.
     *
     * @return a {@link MulticastPeer}, {@link MulticastSender} or {@link MulticastReceiver}, as the role has it
     * @throws IllegalArgumentException if the channel's protocol is not on the class path (naming the artifact to add) or
     *     has no such role, a parameter is refused, the interface is unknown, a listener is given to a member that receives no messages, or
     *     the buffers asked for can exceed, with those of the JVM's other sessions, 80 % of the heap's limit; what is not asked for
     *     follows the heap
     * @throws IllegalStateException if the protocol cannot be started, or the {@link #runtime} is closed
     * @throws IOException if the sockets cannot be had: the port is taken, or the permission is missing; or if the storage
     *     cannot be used: another session has it, it holds one that has not ended, or the disk refuses
     */
    public ReliableMulticastSession open() throws IOException {
        return factory.open(new SessionOptions(values.copy()));
    }

    private static int positive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, was " + value);
        }
        return value;
    }

    private static int atLeast4096(String name, int value) {
        if (value < 4096) {
            throw new IllegalArgumentException(name + " must be at least 4096, was " + value);
        }
        return value;
    }
}
