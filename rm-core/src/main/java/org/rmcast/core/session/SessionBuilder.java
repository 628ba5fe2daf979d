package org.rmcast.core.session;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.EventListener;
import org.rmcast.api.MessageListener;
import org.rmcast.api.Role;
import org.rmcast.api.StateConsumer;
import org.rmcast.api.StateProvider;
import org.rmcast.api.StorageOptions;
import org.rmcast.api.TransportKind;
import org.rmcast.core.impair.Impairments;

/**
 * The options of a session. Made by {@link ReliableMulticastSession#on}. Not thread safe; may open several sessions, each
 * a member of its own.
 *
 * <pre>{@code
 * try (ReliableMulticastSession sender = ReliableMulticastSession.on(channel).openSender()) {
 *     sender.awaitReceivers(1, Duration.ofSeconds(5));
 *     sender.send(bytes);
 * }
 * }</pre>
 *
 * <p>A session's threads are daemons named {@code rmcast-<channel>-<role>-...}: a session that nobody waits for does not
 * keep the JVM alive. A receiver whose {@code main} has nothing else to do waits with
 * {@code session.closed().toCompletableFuture().join()}.
 */
public final class SessionBuilder {
    static final int DEFAULT_SEND_MESSAGES = 65_536;
    static final int DEFAULT_SEND_BYTES = 2 * 1024 * 1024;
    static final int DEFAULT_DELIVERY_MESSAGES = 65_536;
    static final int DEFAULT_DELIVERY_BYTES = 32 * 1024 * 1024;
    static final int DEFAULT_RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;
    static final int DEFAULT_SEND_BUFFER_BYTES = 1024 * 1024;
    static final int DEFAULT_STATE_BYTES = 16 * 1024 * 1024;

    private final Channel channel;
    Role role = Role.RECEIVER;

    @Nullable
    MessageListener messageListener;

    @Nullable
    EventListener eventListener;

    Impairments inbound = Impairments.none();
    Impairments outbound = Impairments.none();
    TransportKind transport = TransportKind.AUTO;

    @Nullable
    Long seed;

    @Nullable
    Long memberId;

    private @Nullable String memberName;
    int memberPort;

    int sendQueueMessages = DEFAULT_SEND_MESSAGES;
    int sendQueueBytes = DEFAULT_SEND_BYTES;
    int deliveryQueueMessages = DEFAULT_DELIVERY_MESSAGES;
    int deliveryQueueBytes = DEFAULT_DELIVERY_BYTES;
    boolean deliveryQueueGiven;
    int receiveBufferBytes = DEFAULT_RECEIVE_BUFFER_BYTES;
    int sendBufferBytes = DEFAULT_SEND_BUFFER_BYTES;

    boolean offload = true;
    boolean deliverOwn;

    @Nullable
    StateProvider stateProvider;

    @Nullable
    StateConsumer stateConsumer;

    int stateBytes = DEFAULT_STATE_BYTES;

    @Nullable
    Duration stateAtStart;

    @Nullable
    StorageOptions storage;

    SessionBuilder(Channel channel) {
        this.channel = Objects.requireNonNull(channel, "channel");
    }

    /** The channel to be opened. */
    public Channel channel() {
        return channel;
    }

    /** What the member is there for; a receiver unless said otherwise. */
    public SessionBuilder role(Role role) {
        this.role = Objects.requireNonNull(role, "role");
        return this;
    }

    /**
     * Who takes the messages of a receiver. Without a listener they wait for a subscriber of {@link
     * ReliableMulticastSession#messages()}, and hold the sender back once the delivery queue is full.
     */
    public SessionBuilder onMessage(MessageListener listener) {
        this.messageListener = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /** Who takes the events, in any role; without it they are only logged. */
    public SessionBuilder onEvent(EventListener listener) {
        this.eventListener = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /**
     * What happens to datagrams on their way in, as on a bad network; nothing by default. With the same {@code
     * Impairments}, {@link #seed} and traffic the same datagrams are hit; members without a seed are hit independently.
     */
    public SessionBuilder inbound(Impairments impairments) {
        this.inbound = Objects.requireNonNull(impairments, "impairments");
        return this;
    }

    /** As {@link #inbound}, on the way out: what is lost here is lost for all members alike. */
    public SessionBuilder outbound(Impairments impairments) {
        this.outbound = Objects.requireNonNull(impairments, "impairments");
        return this;
    }

    /** Which channels to use; {@link TransportKind#AUTO} by default. */
    public SessionBuilder transport(TransportKind kind) {
        this.transport = Objects.requireNonNull(kind, "kind");
        return this;
    }

    /**
     * Seeds this member's randomness (the protocol's back-offs and the impairments); a fresh seed by default. Give each
     * member a seed of its own, else their back-offs coincide.
     */
    public SessionBuilder seed(long seed) {
        this.seed = seed;
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
        this.memberId = id;
        return this;
    }

    /**
     * What people call this member, in logs, events, figures and meters: 1 to {@value MemberNames#MAX_BYTES} bytes of printable
     * text in UTF-8. By default the host's name and the process id, such as {@code alpha-4711}, with {@code -2}, {@code -3} and so
     * on for further sessions of the process. Names need not differ, but help only where they do.
     */
    public SessionBuilder memberName(String name) {
        this.memberName = MemberNames.checked(name);
        return this;
    }

    /** The name that was given, else one that no other session of this process has. */
    String memberName() {
        String given = memberName;
        return given != null ? given : MemberNames.next();
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
        this.memberPort = port;
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
        this.sendQueueMessages = positive("sendQueue messages", messages);
        this.sendQueueBytes = positive("sendQueue bytes", bytes);
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
        this.deliveryQueueMessages = positive("deliveryQueue messages", messages);
        this.deliveryQueueBytes = positive("deliveryQueue bytes", bytes);
        this.deliveryQueueGiven = true;
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
        this.receiveBufferBytes = atLeast4096("socketBuffers receiveBytes", receiveBytes);
        this.sendBufferBytes = atLeast4096("socketBuffers sendBytes", sendBytes);
        return this;
    }

    /**
     * Whether runs of datagrams pass the network stack as one, where Linux can do that (UDP_SEGMENT and UDP_GRO); on by
     * default, and worth a factor of two and more. To be switched off at every member where the kernel emulates a bad
     * network packet by packet (iptables, tc), since it would drop or delay whole runs.
     */
    public SessionBuilder offload(boolean offload) {
        this.offload = offload;
        return this;
    }

    /**
     * Gives a peer's listener what the peer sends itself, too: each message once the protocol has accepted it, under its own
     * member id and number, in the order of sending; before, between or after those of others. So all peers can build their
     * state of messages alone. While the delivery queue is full the own messages wait in the send queue. Off by default; for the
     * role {@link Role#PEER} of any protocol.
     */
    public SessionBuilder deliverOwn() {
        this.deliverOwn = true;
        return this;
    }

    /**
     * Makes the application one whose state is made of messages, and that can be taken over by others: by a member that starts ({@link
     * #stateAtStart}) or that lost messages ({@link ReliableMulticastSession#requestState}). A peer is given its own messages, too
     * ({@link #deliverOwn}), since its state has to follow from what is delivered. For a {@link Role#PEER} or a {@link
     * Role#RECEIVER} of a protocol with state transfer, as pbcast has. Off by default.
     *
     * @param provider writes this member's state for others
     * @param consumer reads another one's
     */
    public SessionBuilder state(StateProvider provider, StateConsumer consumer) {
        this.stateProvider = Objects.requireNonNull(provider, "provider");
        this.stateConsumer = Objects.requireNonNull(consumer, "consumer");
        return this;
    }

    /**
     * How long a state may be that this member gives to others; 16 MiB by default. Up to two of that length are held while others read
     * them. A longer one is refused, and those who ask turn to another member.
     *
     * @param bytes at least 1
     */
    public SessionBuilder stateBytes(int bytes) {
        this.stateBytes = positive("stateBytes", bytes);
        return this;
    }

    /**
     * Asks for a state before the first message is delivered, as {@link ReliableMulticastSession#requestState} does: the
     * application is given nothing until it has a state, or there is none to be had.
     *
     * @param timeout the longest wait, positive
     */
    public SessionBuilder stateAtStart(Duration timeout) {
        if (timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("stateAtStart must be positive, was " + timeout);
        }
        this.stateAtStart = timeout;
        return this;
    }

    /**
     * Keeps a sender's packets in files as well as in memory: it can be further ahead of its slowest receiver than memory
     * allows, and when its process has ended without closing the session another one can go on with it ({@link
     * StorageOptions#resume}), under the same member id, for receivers that stayed. What the application has to send then
     * begins with {@link ReliableMulticastSession#firstMessage()}. A session that closes with everyone having everything
     * leaves the directory empty. The protocol must support it, as TRAM does.
     */
    public SessionBuilder storage(StorageOptions options) {
        this.storage = Objects.requireNonNull(options, "options");
        return this;
    }

    /** {@link #open()} as a sender. */
    public ReliableMulticastSession openSender() throws IOException {
        return role(Role.SENDER).open();
    }

    /** {@link #open()} as a receiver whose messages go to this listener. */
    public ReliableMulticastSession openReceiver(MessageListener listener) throws IOException {
        return role(Role.RECEIVER).onMessage(listener).open();
    }

    /**
     * {@link #open()} as a peer, which sends and whose listener gets what the others send; what it sends itself only with {@link
     * #deliverOwn}.
     */
    public ReliableMulticastSession openPeer(MessageListener listener) throws IOException {
        return role(Role.PEER).onMessage(listener).open();
    }

    /** {@link #open()} as a repair node: it stores and repairs for others, without an application of its own. */
    public ReliableMulticastSession openRepairNode() throws IOException {
        return role(Role.REPAIR_NODE).open();
    }

    /**
     * Opens the sockets and starts the protocol.
     *
     * @throws IllegalArgumentException if the channel's protocol is not on the class path (naming the artifact to add) or
     *     has no such role, a parameter is refused, the interface is unknown, a listener is given to a member that receives no messages, or
     *     the buffers asked for can exceed, with those of the JVM's other sessions, 80 % of the heap's limit; what is not asked for
     *     follows the heap
     * @throws IOException if the sockets can not be had: the port is taken, or the permission is missing; or if the storage
     *     can not be used, see {@link org.rmcast.core.storage.FilePacketStore#open}
     */
    public ReliableMulticastSession open() throws IOException {
        return new SessionOpener(this).open();
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
