package org.rmcast.core.driver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rmcast.core.engine.Introductions;
import org.rmcast.core.engine.KnownMember;
import org.rmcast.core.wire.Cast;
import org.rmcast.core.wire.DatagramHeader;
import org.rmcast.core.wire.DatagramHeader.Verdict;
import org.rmcast.core.wire.ExtensionFields;

/** Names in datagrams that introduce their sender. */
class NameLayerTest {
    private static final int JOIN = 1;
    private static final int ANSWER = 2;
    private static final int REPORT = 3;
    private static final int MOST_BYTES = 100;
    private static final InetSocketAddress HERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    private static final InetSocketAddress ELSEWHERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 2);

    private static final Introductions INTRODUCTIONS = new Introductions() {
        @Override
        public boolean introduces(byte[] packet) {
            return DatagramHeader.type(packet) == JOIN;
        }

        @Override
        public @Nullable KnownMember tellsOf(byte[] packet) {
            return DatagramHeader.type(packet) == REPORT ? new Other(9, ELSEWHERE) : null;
        }
    };

    private record Other(long id, InetSocketAddress address) implements KnownMember {}

    private final NameBook names = new NameBook();
    private final List<byte[]> sent = new ArrayList<>();

    @Test
    void shouldTellANameWhereAMemberIntroducesItself() {
        send(JOIN, 10, "alpha-1");
        receive(HERE, 7);
        assertThat(names.find(7, HERE)).isEqualTo("alpha-1");
    }

    @Test
    void shouldLeaveAnswersAsLongAsTheyAre() {
        send(ANSWER, 10, "alpha-1");
        assertThat(sent.get(0)).hasSize(DatagramHeader.BYTES + 10);
    }

    @Test
    void shouldTellNoNameWhereThereIsNoRoom() {
        int room = MOST_BYTES - DatagramHeader.BYTES;
        send(JOIN, room - 9, "alpha-1");
        send(JOIN, room - 8, "alpha-1");
        assertThat(sent.get(0)).hasSize(MOST_BYTES);
        assertThat(sent.get(1)).hasSize(MOST_BYTES - 8);
    }

    @Test
    void shouldTellTheNameOfWhomAPacketTells() {
        send(REPORT, 10, "head");
        assertThat(sent.get(0)).as("not known").hasSize(DatagramHeader.BYTES + 10);
        sent.clear();
        names.note(9, ELSEWHERE, "anna".getBytes(UTF_8));
        send(REPORT, 10, "head");
        NameBook above = new NameBook();
        receive(HERE, 7, above);
        assertThat(above.find(9, ELSEWHERE)).isEqualTo("anna");
        assertThat(above.find(7, HERE)).as("the head's own").isNull();
    }

    @Test
    void shouldBelieveAMemberRatherThanWhatIsToldOfIt() {
        names.note(9, ELSEWHERE, "mallory".getBytes(UTF_8));
        send(REPORT, 10, "head");
        NameBook above = new NameBook();
        above.note(9, ELSEWHERE, "anna".getBytes(UTF_8));
        receive(HERE, 7, above);
        assertThat(above.find(9, ELSEWHERE)).isEqualTo("anna");
    }

    @Test
    void shouldNotRenameAMemberForOneElsewhere() {
        send(JOIN, 10, "alpha-1");
        receive(HERE, 7);
        sent.clear();
        send(JOIN, 10, "mallory");
        receive(ELSEWHERE, 7);
        assertThat(names.find(7, HERE)).isEqualTo("alpha-1");
        assertThat(names.find(7, ELSEWHERE)).isEqualTo("mallory");
    }

    @Test
    void shouldBelieveNoNameThatIsNoneAndShowWhatCannotBePrinted() {
        names.note(1, HERE, new byte[0]);
        names.note(2, HERE, "x".repeat(65).getBytes(UTF_8));
        names.note(3, HERE, "a\u001b[2Jb\n".getBytes(UTF_8));
        names.note(4, HERE, new byte[] {(byte) 0xff, 'a'});
        assertThat(names.find(1, HERE)).isNull();
        assertThat(names.find(2, HERE)).isNull();
        assertThat(names.find(3, HERE)).isNotNull().doesNotContain("\u001b", "\n");
        assertThat(names.find(4, HERE)).isNotNull().endsWith("a");
    }

    @Test
    void shouldRememberABoundedNumberOfNames() {
        for (int id = 1; id <= NameBook.MOST + 10; id++) {
            names.note(id, HERE, ("member " + id).getBytes(UTF_8));
            names.find(1, HERE);
        }
        assertThat(names.find(1, HERE)).as("asked for all the time").isEqualTo("member 1");
        assertThat(names.find(2, HERE)).isNull();
        assertThat(names.find(NameBook.MOST + 10, HERE)).isNotNull();
    }

    private void send(int type, int bodyBytes, String name) {
        byte[] packet = new byte[DatagramHeader.BYTES + bodyBytes];
        packet[4] = (byte) type;
        layer(name).outbound(null, 0, packet, (to, ttl, datagram) -> sent.add(datagram));
    }

    /** What was sent comes from a member. */
    private void receive(InetSocketAddress from, long memberId) {
        receive(from, memberId, names);
    }

    private void receive(InetSocketAddress from, long memberId, NameBook book) {
        byte[] datagram = DatagramHeader.complete(sent.get(0), 200, 5, memberId, 1);
        List<byte[]> came = new ArrayList<>();
        new NameLayer(INTRODUCTIONS, "other", MOST_BYTES, book)
                .inbound(from, Cast.MULTICAST, datagram, new PathLayer.Inlet() {
                    @Override
                    public void receive(InetSocketAddress sender, Cast cast, byte[] above) {
                        came.add(ExtensionFields.strip(above));
                    }

                    @Override
                    public void refuse(InetSocketAddress sender, Cast cast, byte[] above, Verdict verdict) {
                        throw new AssertionError(verdict);
                    }
                });
        assertThat(came).hasSize(1);
        assertThat(came.get(0)).hasSize(DatagramHeader.BYTES + 10);
    }

    private NameLayer layer(String name) {
        return new NameLayer(INTRODUCTIONS, name, MOST_BYTES, names);
    }
}
