package org.rmcast.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rmcast.api.Channel;
import org.rmcast.api.EventCause;
import org.rmcast.api.MemoryNetwork;
import org.rmcast.api.MessageHeaders;
import org.rmcast.api.MulticastPeer;
import org.rmcast.api.Receipt;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.Recipients;
import org.rmcast.api.SessionClosedException;
import org.rmcast.core.testing.Await;

/** Messages to some members, and what becomes of them, on a network in memory. */
@Timeout(60)
class ReceiptTest extends SessionTestBase {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final long NOBODY = 0xDEAD;

    private final MemoryNetwork network = MemoryNetwork.create(5);
    private final Channel channel = channel().protocol("toymail").build();
    private final Map<String, List<ReceivedMessage>> received = new ConcurrentHashMap<>();

    private MulticastPeer open(String name) throws Exception {
        List<ReceivedMessage> messages = new CopyOnWriteArrayList<>();
        received.put(name, messages);
        return keep(network.on(channel).memberName(name).openPeer(messages::add));
    }

    private List<String> texts(String name) {
        return received.getOrDefault(name, List.of()).stream()
                .map(SessionTestBase::text)
                .sorted()
                .toList();
    }

    @Test
    void shouldSendToSomeAndToAllInOneStream() throws Exception {
        MulticastPeer anna = open("anna");
        MulticastPeer bert = open("bert");
        MulticastPeer cleo = open("cleo");
        assertThat(anna.awaitReceivers(2, SOON)).isTrue();
        Recipients toBert = Recipients.of(bert.memberId());
        anna.send(buffer("to bert"), MessageHeaders.of("kind", "letter"), toBert);
        assertThat(anna.trySend(buffer("to cleo"), MessageHeaders.NONE, Recipients.of(cleo.memberId())))
                .isTrue();
        anna.send(bytes("to all"));
        anna.sendAsync(buffer("to both"), MessageHeaders.NONE, Recipients.of(bert.memberId(), cleo.memberId()))
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
        assertThat(anna.flush(SOON).complete()).isTrue();
        Await.until("bert's", () -> texts("bert").equals(List.of("to all", "to bert", "to both")));
        Await.until("cleo's", () -> texts("cleo").equals(List.of("to all", "to both", "to cleo")));
        for (ReceivedMessage message : received.getOrDefault("bert", List.of())) {
            boolean letter = text(message).equals("to bert");
            assertThat(message.headers().isEmpty()).isEqualTo(!letter);
            assertThat(message.recipients().equals(toBert)).isEqualTo(letter);
            assertThat(message.recipients().isGroup()).isEqualTo(text(message).equals("to all"));
        }
    }

    @Test
    void shouldSayWhoHasAMessageAndWhoHasNot() throws Exception {
        MulticastPeer anna = open("anna");
        MulticastPeer bert = open("bert");
        MulticastPeer cleo = open("cleo");
        assertThat(anna.awaitReceivers(2, SOON)).isTrue();
        anna.send(bytes("nobody asked"));
        Receipt receipt =
                receipt(anna.sendForReceipt(buffer("to all"), MessageHeaders.of("kind", "letter"), Recipients.GROUP));
        assertThat(receipt.complete()).isTrue();
        assertThat(receipt.message()).isEqualTo(1);
        assertThat(receipt.arrivals())
                .extracting(Receipt.Arrival::memberId)
                .containsExactlyInAnyOrder(bert.memberId(), cleo.memberId());

        Receipt partly = receipt(
                anna.sendForReceipt(buffer("to two"), MessageHeaders.NONE, Recipients.of(bert.memberId(), NOBODY)));
        assertThat(partly.complete()).isFalse();
        assertThat(partly.missing())
                .containsExactly(new Receipt.Missing(NOBODY, EventCause.OTHER, "it is not in the group"));

        Receipt atOnce = receipt(anna.sendForReceipt(buffer("to nobody"), MessageHeaders.NONE, Recipients.of(NOBODY)));
        assertThat(atOnce.message()).as("told before it was accepted").isEqualTo(3);
        assertThat(atOnce.arrivals()).isEmpty();
    }

    @Test
    void shouldNameWhoFellSilent() throws Exception {
        MulticastPeer anna = open("anna");
        MulticastPeer bert = open("bert");
        MulticastPeer cleo = open("cleo");
        assertThat(anna.awaitReceivers(2, SOON)).isTrue();
        network.partition("cleo");
        Receipt receipt = receipt(anna.sendForReceipt(buffer("to all"), MessageHeaders.NONE, Recipients.GROUP));
        assertThat(receipt.arrivals()).extracting(Receipt.Arrival::memberId).containsExactly(bert.memberId());
        assertThat(receipt.missing()).hasSize(1).allSatisfy(missing -> {
            assertThat(missing.memberId()).isEqualTo(cleo.memberId());
            assertThat(missing.cause()).isEqualTo(EventCause.SILENT);
        });
    }

    @Test
    void shouldGiveSendersTheirOwnMessagesWithWhomTheyAreFor() throws Exception {
        List<ReceivedMessage> own = new CopyOnWriteArrayList<>();
        MulticastPeer anna = keep(network.on(channel).deliverOwn().openPeer(own::add));
        anna.send(buffer("away"), MessageHeaders.NONE, Recipients.of(NOBODY));
        anna.send(bytes("to all"));
        Await.until("both", () -> own.size() == 2);
        assertThat(own)
                .extracting(ReceivedMessage::recipients)
                .containsExactly(Recipients.of(NOBODY), Recipients.GROUP);
    }

    @Test
    void shouldFailReceiptsThatAreOpenAtTheEnd() throws Exception {
        MulticastPeer anna = open("anna");
        open("bert");
        assertThat(anna.awaitReceivers(1, SOON)).isTrue();
        network.partition("bert");
        CompletionStage<Receipt> taken = anna.sendForReceipt(buffer("a"), MessageHeaders.NONE, Recipients.GROUP);
        for (int i = 0; i < 64; i++) {
            anna.send(buffer("fills the window"), MessageHeaders.NONE, Recipients.GROUP);
        }
        CompletionStage<Receipt> waiting = anna.sendForReceipt(buffer("b"), MessageHeaders.NONE, Recipients.GROUP);
        CompletableFuture<String> thread = new CompletableFuture<>();
        CompletionStage<Boolean> seen = taken.whenComplete((receipt, failure) ->
                        thread.complete(Thread.currentThread().getName()))
                .handle((receipt, failure) -> failure != null);
        anna.abort();
        assertThat(seen.toCompletableFuture().get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(thread.get(10, TimeUnit.SECONDS)).doesNotStartWith("rmcast-");
        for (CompletionStage<Receipt> open : List.of(taken, waiting)) {
            assertThatThrownBy(() -> receipt(open)).hasCauseInstanceOf(SessionClosedException.class);
        }
        assertThatThrownBy(() -> anna.sendForReceipt(buffer("c"), MessageHeaders.NONE, Recipients.GROUP))
                .isInstanceOf(SessionClosedException.class);
    }

    @Test
    void shouldNotRunWhatDependsOnAReceiptOnTheLoop() throws Exception {
        MulticastPeer anna = open("anna");
        open("bert");
        assertThat(anna.awaitReceivers(1, SOON)).isTrue();
        CompletableFuture<String> thread = new CompletableFuture<>();
        CompletionStage<Receipt> ran = anna.sendForReceipt(buffer("a"), MessageHeaders.NONE, Recipients.GROUP)
                .whenComplete((receipt, failure) ->
                        thread.complete(Thread.currentThread().getName()));
        assertThat(receipt(ran).complete()).isTrue();
        assertThat(thread.get(10, TimeUnit.SECONDS)).doesNotStartWith("rmcast-");
    }

    @Test
    void shouldRefuseWhatTheProtocolDoesNotPromise() throws Exception {
        MulticastPeer peer =
                keep(network.on(channel().protocol("toypeer").build()).openPeer(message -> {}));
        assertThatThrownBy(() -> peer.send(buffer("a"), MessageHeaders.NONE, Recipients.of(NOBODY)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("protocol toypeer sends to the whole group")
                .hasMessageContaining("use Recipients.GROUP");
        assertThatThrownBy(() -> peer.sendForReceipt(buffer("a"), MessageHeaders.NONE, Recipients.GROUP))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("protocol toypeer gives no receipts");
        peer.send(buffer("a"), MessageHeaders.NONE, Recipients.GROUP);
    }

    @Test
    void shouldRefuseToSendAMemberItsOwnMessages() throws Exception {
        MulticastPeer anna = open("anna");
        for (Recipients self : List.of(Recipients.of(anna.memberId()), Recipients.of(NOBODY, anna.memberId()))) {
            assertThatThrownBy(() -> anna.trySend(buffer("a"), MessageHeaders.NONE, self))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("must not name this member, " + Long.toHexString(anna.memberId()));
        }
    }

    private static ByteBuffer buffer(String text) {
        return ByteBuffer.wrap(bytes(text));
    }

    private static Receipt receipt(CompletionStage<Receipt> stage) throws Exception {
        return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
    }
}
