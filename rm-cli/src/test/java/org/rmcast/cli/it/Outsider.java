package org.rmcast.cli.it;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.ExtensionFields;
import org.rmcast.core.wire.Wire;
import org.rmcast.tram.wire.TramCodec;
import org.rmcast.tram.wire.TramPacket;
import org.rmcast.tram.wire.TramPacket.AcceptMember;
import org.rmcast.tram.wire.TramPacket.Ack;
import org.rmcast.tram.wire.TramPacket.Beacon;
import org.rmcast.tram.wire.TramPacket.Cookie;
import org.rmcast.tram.wire.TramPacket.CookieRequest;
import org.rmcast.tram.wire.TramPacket.Data;
import org.rmcast.tram.wire.TramPacket.HeadAdvertisement;
import org.rmcast.tram.wire.TramPacket.HeadBind;
import org.rmcast.tram.wire.TramPacket.HeadState;
import org.rmcast.tram.wire.TramPacket.Hello;
import org.rmcast.tram.wire.TramPacket.LanState;
import org.rmcast.tram.wire.TramPacket.MemberRole;
import org.rmcast.tram.wire.TramPacket.MemberSolicitation;
import org.rmcast.tram.wire.TreePlace;

/**
 * Somebody on a group's network who is no member of it: hears what is multicast, and attacks with what it has learned, in the name of
 * others or under names that it makes up. {@code Outsider ATTACK GROUP PORT}: attacks as long as the stream lasts, and ends with a line
 * of JSON that says how much it sent and what came back to its own ports. Its pace and its total are bounded.
 */
public final class Outsider {
    /** What it says when it has begun. */
    static final String BEGINS = "the attack begins";

    /** What it does. */
    enum Attack {
        /** Ends the stream before its end, in the sender's name. */
        FORGED_END(1),
        /** Says in the sender's name that the stream is far ahead, or no longer held. */
        FAR_BEACONS(1),
        /** Asks for places and repairs without showing what was sent to it. */
        REFLECTION(1),
        /** Asks for repairs as members of other heads do, from many ports; three of four show what was sent to them. */
        REQUESTERS(96),
        /** Asks for the places of others. */
        TAKEOVER(1),
        /** Is a repair head that all prefer, and repairs nothing. */
        BLACK_HOLE(1),
        /** Is more members than a head takes, who ask for everything, and of whom one half never moves on and the other is ahead of all. */
        CROWD(72),
        /** As REFLECTION; somebody writes another source address into what leaves. */
        MADE_UP_SOURCE(1);

        private final int ports;

        Attack(int ports) {
            this.ports = ports;
        }
    }

    private static final long TURN_NANOS = Duration.ofMillis(10).toNanos();
    private static final long END_SILENCE_NANOS = Duration.ofSeconds(2).toNanos();
    private static final long LIMIT_NANOS = Duration.ofSeconds(150).toNanos();
    private static final long CROWD_STAYS_NANOS = Duration.ofSeconds(5).toNanos();
    private static final int MOST_DATAGRAMS = 8_000;
    private static final int GOODBYES = 3;
    private static final long FAR = 1_000_000;
    /** So many packets the sender holds for a while, whoever has them. */
    private static final int HELD = 500;

    private static final long FIRST_ID = 0x0bad_0000_0000_0001L;
    private static final int INCARNATION = 0x0bad;
    private static final int SESSION_OFFSET = 8;
    private static final int SEQUENCE_OFFSET = DatagramHeader.BYTES + 8;
    private static final int RATE = 1_000_000;
    private static final byte[] NOTHING = {};
    private static final byte[] EVERYTHING = everything();

    /** One port, and who it says is there. */
    private static final class Door {
        final DatagramChannel channel;
        final long id;
        boolean isMember;
        long cookie;
        long start;

        Door(DatagramChannel channel, long id) {
            this.channel = channel;
            this.id = id;
        }
    }

    /** A member of the group that was heard. */
    private record Member(long id, InetSocketAddress address) {}

    private final Attack attack;
    private final InetSocketAddress group;
    private final Selector selector = Selector.open();
    private final DatagramChannel ear;
    private final List<Door> doors = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);

    // What it has learned.
    private InetSocketAddress sender = new InetSocketAddress(0);
    private long session;
    private long source;
    private int senderIncarnation;
    private long heardNanos;
    private long dataSinceNanos;
    private long highest;
    private long wave = 1;
    private byte[] lastData = NOTHING;
    private final Set<Member> members = new LinkedHashSet<>();

    // What it has done.
    private boolean begun;
    private int turn;
    private int goodbyes;
    private long datagramsSent;
    private long bytesSent;
    private long datagramsReceived;
    private long bytesReceived;
    private int taken;

    private Outsider(Attack attack, InetSocketAddress group) throws IOException {
        this.attack = attack;
        this.group = group;
        NetworkInterface link = NetworkInterface.getByName("eth0");
        ear = DatagramChannel.open(StandardProtocolFamily.INET)
                .setOption(StandardSocketOptions.SO_REUSEADDR, true)
                .bind(new InetSocketAddress(group.getPort()));
        ear.join(group.getAddress(), link);
        ear.configureBlocking(false);
        ear.register(selector, SelectionKey.OP_READ);
        for (int i = 0; i < attack.ports; i++) {
            DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET)
                    .setOption(StandardSocketOptions.IP_MULTICAST_IF, link)
                    .setOption(StandardSocketOptions.IP_MULTICAST_TTL, 16)
                    .setOption(StandardSocketOptions.IP_MULTICAST_LOOP, false)
                    .bind(new InetSocketAddress(0));
            channel.configureBlocking(false);
            Door door = new Door(channel, FIRST_ID + i);
            channel.register(selector, SelectionKey.OP_READ, door);
            doors.add(door);
        }
    }

    /** Attacks until the sender is gone. */
    public static void main(String[] arguments) throws Exception {
        InetAddress group = InetAddress.getByName(arguments[1]);
        InetSocketAddress address = new InetSocketAddress(group, Integer.parseInt(arguments[2]));
        new Outsider(Attack.valueOf(arguments[0]), address).run();
    }

    private void run() throws IOException {
        long startNanos = System.nanoTime();
        long turnAtNanos = startNanos;
        while (!isOver(startNanos)) {
            selector.select(Math.max(1, (turnAtNanos - System.nanoTime()) / 1_000_000));
            for (SelectionKey key : selector.selectedKeys()) {
                read((DatagramChannel) key.channel(), (Door) key.attachment());
            }
            selector.selectedKeys().clear();
            if (turnAtNanos - System.nanoTime() <= 0) {
                turnAtNanos = System.nanoTime() + TURN_NANOS;
                takeTurn();
            }
        }
        System.out.printf(
                "{\"datagramsSent\":%d,\"bytesSent\":%d,\"datagramsReceived\":%d,\"bytesReceived\":%d,\"taken\":%d}%n",
                datagramsSent, bytesSent, datagramsReceived, bytesReceived, taken);
    }

    private boolean isOver(long startNanos) {
        long now = System.nanoTime();
        return now - startNanos > LIMIT_NANOS || (dataSinceNanos != 0 && now - heardNanos > END_SILENCE_NANOS);
    }

    // What it hears.

    private void read(DatagramChannel channel, @Nullable Door door) throws IOException {
        buffer.clear();
        InetSocketAddress from = (InetSocketAddress) channel.receive(buffer);
        while (from != null) {
            byte[] datagram = Arrays.copyOf(buffer.array(), buffer.position());
            if (channel != ear) {
                datagramsReceived++;
                bytesReceived += datagram.length;
            }
            if (datagram.length >= DatagramHeader.BYTES) {
                session = ByteBuffer.wrap(datagram).getLong(SESSION_OFFSET);
                if (DatagramHeader.check(datagram, TramCodec.PROTOCOL, session, 0, 0)
                        == DatagramHeader.Verdict.ACCEPTED) {
                    onDatagram(from, door, datagram);
                }
            }
            buffer.clear();
            from = (InetSocketAddress) channel.receive(buffer);
        }
    }

    private void onDatagram(InetSocketAddress from, @Nullable Door door, byte[] datagram) throws IOException {
        TramPacket packet;
        try {
            packet = TramCodec.decode(ExtensionFields.strip(datagram));
        } catch (DecodeException e) {
            return;
        }
        long id = DatagramHeader.memberId(datagram);
        if (door == null) {
            onMulticast(from, id, packet, datagram);
        } else {
            onAnswer(from, door, packet);
        }
    }

    private void onMulticast(InetSocketAddress from, long id, TramPacket packet, byte[] datagram) {
        if (source == 0 && (packet instanceof Beacon || packet.type() == TramPacket.Type.DATA)) {
            source = id;
            sender = from;
            senderIncarnation = DatagramHeader.incarnation(datagram);
        }
        if (from.equals(sender)) {
            heardNanos = System.nanoTime();
        }
        if (packet instanceof Beacon beacon) {
            highest = Math.max(highest, beacon.highest());
        } else if (packet instanceof Data data && !data.retransmission()) {
            dataSinceNanos = dataSinceNanos == 0 ? System.nanoTime() : dataSinceNanos;
            highest = Math.max(highest, data.sequence());
            lastData = datagram;
        } else if (packet instanceof Hello hello) {
            wave = Math.max(wave, hello.place().wave());
        } else if (packet instanceof MemberSolicitation) {
            members.add(new Member(id, from));
        }
    }

    private void onAnswer(InetSocketAddress from, Door door, TramPacket packet) throws IOException {
        if (packet instanceof AcceptMember accept && attack == Attack.CROWD) {
            taken += door.isMember ? 0 : 1;
            door.isMember = true;
            door.cookie = accept.cookie();
            door.start = accept.start();
            acknowledgeInTheCrowd(door);
        } else if (packet instanceof Cookie cookie) {
            door.cookie = cookie.cookie();
            taken++;
        } else if (packet instanceof HeadBind bind && attack == Attack.BLACK_HOLE) {
            taken++;
            long start = bind.wanted() > 0 ? bind.wanted() : highest + 1;
            unicast(door, door.id, from, new AcceptMember(hole(2), start, -1, bind.nonce(), 1));
        }
    }

    // What it does.

    private void takeTurn() throws IOException {
        boolean mayBegin = attack == Attack.CROWD ? source != 0 : dataSinceNanos != 0 && highest > 20;
        if (!mayBegin || datagramsSent >= MOST_DATAGRAMS) {
            return;
        }
        turn++;
        Door door = doors.get(turn % doors.size());
        switch (attack) {
            case FORGED_END -> asSender(beacon(true, highest - 10));
            case FAR_BEACONS -> sayThatItIsFarAhead(door);
            case REFLECTION, MADE_UP_SOURCE -> askWithoutProof(door);
            case REQUESTERS -> askAsOthersDo(door);
            case TAKEOVER -> takeOver(door);
            case BLACK_HOLE -> beAHole(door);
            case CROWD -> crowd(door);
        }
        if (!begun && (attack != Attack.CROWD || taken > 60)) {
            begun = true;
            System.out.println(BEGINS);
        }
    }

    private Beacon beacon(boolean done, long said) {
        return new Beacon(false, done, false, said, 0, said, 0, RATE, 0);
    }

    private void sayThatItIsFarAhead(Door door) throws IOException {
        switch (turn % 4) {
            case 0 -> asSender(beacon(false, highest + FAR));
            case 1 -> {
                byte[] data = lastData.clone();
                ByteBuffer.wrap(data).putLong(SEQUENCE_OFFSET, highest + FAR);
                send(door, group, data, source, senderIncarnation);
            }
            case 2 -> {
                byte[] repair = TramCodec.repair(TramPacket.Type.RETRANSMISSION, lastData, 0);
                ByteBuffer.wrap(repair).putLong(SEQUENCE_OFFSET, highest + FAR);
                send(door, group, repair, door.id, INCARNATION);
            }
            default -> asSender(hello(1, Wire.MAX_SEQUENCE));
        }
    }

    private void askWithoutProof(Door door) throws IOException {
        long id = door.id + turn / 20;
        switch (turn % 4) {
            case 0 -> unicast(door, id, sender, bind(MemberRole.RELUCTANT_HEAD, 0));
            case 1 -> unicast(door, id, sender, ack(false, 0, Math.max(1, highest - HELD), EVERYTHING));
            case 2 -> unicast(door, id, sender, solicitation());
            default -> unicast(door, id, sender, temporary(0));
        }
    }

    private void askAsOthersDo(Door door) throws IOException {
        boolean proves = turn % 4 != 0;
        if (proves && door.cookie == 0) {
            unicast(door, door.id, sender, new CookieRequest(turn));
        } else {
            unicast(door, door.id, sender, temporary(proves ? door.cookie : 1));
        }
    }

    private void takeOver(Door door) throws IOException {
        for (Member member : members) {
            TramPacket packet = turn % 2 == 0 ? bind(MemberRole.RELUCTANT_HEAD, 0) : ack(true, 1, 1, NOTHING);
            unicast(door, member.id(), sender, packet);
        }
    }

    private void beAHole(Door door) throws IOException {
        int level = turn / 10 % 2 + 1;
        switch (turn % 10) {
            case 0 -> send(door, group, TramCodec.encode(hello(level, 1)), door.id, INCARNATION);
            case 3, 8 -> send(door, group, TramCodec.encode(offer(level)), door.id, INCARNATION);
            default -> {}
        }
    }

    /** Half a second for everybody's turn. */
    private void crowd(Door door) throws IOException {
        if (dataSinceNanos != 0 && System.nanoTime() - dataSinceNanos > CROWD_STAYS_NANOS) {
            leave();
        } else if (door.isMember) {
            acknowledgeInTheCrowd(door);
        } else {
            unicast(door, door.id, sender, bind(MemberRole.RELUCTANT_HEAD, 0));
        }
    }

    private void acknowledgeInTheCrowd(Door door) throws IOException {
        boolean ahead = door.id % 2 == 0;
        Ack ack = ahead
                ? ack(false, door.cookie, highest + FAR, NOTHING)
                : ack(false, door.cookie, door.start, EVERYTHING);
        unicast(door, door.id, sender, ack);
    }

    private void leave() throws IOException {
        if (turn % 10 == 0 && goodbyes++ < GOODBYES) {
            for (Door door : doors) {
                unicast(door, door.id, sender, ack(true, door.cookie, door.start, NOTHING));
            }
        }
    }

    // Packets.

    private TreePlace hole(int level) {
        return new TreePlace(wave, level);
    }

    private Hello hello(int level, long low) {
        return new Hello(
                1,
                HeadState.ACCEPTING_MEMBERS,
                MemberRole.EAGER_HEAD,
                hole(level),
                0,
                source,
                low,
                highest + 1,
                List.of());
    }

    private HeadAdvertisement offer(int level) {
        return new HeadAdvertisement(
                false,
                0,
                HeadState.ACCEPTING_MEMBERS,
                MemberRole.EAGER_HEAD,
                LanState.NONE,
                hole(level),
                0,
                64,
                source,
                1);
    }

    private MemberSolicitation solicitation() {
        return new MemberSolicitation(true, 1, MemberRole.RELUCTANT_HEAD, TreePlace.NONE, source, 0);
    }

    private HeadBind bind(MemberRole role, long wanted) {
        return new HeadBind(false, 16, role, TreePlace.NONE, 0, 0, 1, source, wanted, turn);
    }

    private Ack temporary(long cookie) {
        return ack(false, true, cookie, Math.max(1, highest - HELD), 0, EVERYTHING);
    }

    /** Of somebody who takes nothing beyond what it misses first. */
    private Ack ack(boolean terminate, long cookie, long start, byte[] mask) {
        return ack(terminate, false, cookie, start, start, mask);
    }

    private Ack ack(boolean terminate, boolean temporary, long cookie, long start, long allowed, byte[] mask) {
        return new Ack(
                !terminate,
                terminate,
                0,
                false,
                false,
                temporary,
                false,
                false,
                cookie,
                source,
                start,
                start,
                allowed,
                0,
                0,
                0,
                0,
                0,
                0,
                List.of(),
                new TramPacket.Asked(1, 0, start, mask));
    }

    private static byte[] everything() {
        byte[] mask = new byte[TramCodec.MAX_MASK_BYTES];
        Arrays.fill(mask, (byte) 0xff);
        return mask;
    }

    private void asSender(TramPacket packet) throws IOException {
        send(doors.get(0), group, TramCodec.encode(packet), source, senderIncarnation);
    }

    private void unicast(Door door, long id, InetSocketAddress to, TramPacket packet) throws IOException {
        send(door, to, TramCodec.encode(packet), id, INCARNATION);
    }

    private void send(Door door, InetSocketAddress to, byte[] packet, long id, int incarnation) throws IOException {
        DatagramHeader.complete(packet, TramCodec.PROTOCOL, session, id, incarnation);
        datagramsSent++;
        bytesSent += packet.length;
        door.channel.send(ByteBuffer.wrap(packet), to);
    }
}
