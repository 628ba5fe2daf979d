package org.rmcast.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rmcast.links.WanLink;

/** A sender, repair heads and receivers of the bundled clip, which takes twelve seconds at its own pace. */
final class StreamGroup {
    static final Duration LIMIT = Duration.ofSeconds(90);

    /** The link that nodes are behind unless a test says otherwise: 5 % lost on the way in, 20 ms each way. */
    static final WanLink FAR =
            WanLink.good().loss(5).delay(Duration.ofMillis(20)).jitter(Duration.ofMillis(2));

    /**
     * The clip takes 40 seconds instead of twelve. For receivers that come late: on a machine that starts a dozen Java machines
     * at once, one of them needs ten seconds and more.
     */
    static final String LONG = "--speed=0.3";

    /** The channel's name. */
    static final String NAME = "wan";

    /** The channel's port. */
    static final String PORT = "7200";

    private static final int FLOWING_BYTES = 100_000;
    private static final int MESSAGE_BYTES = 7 * 188;
    private static final Path CLIP = Path.of("src/main/resources/org/rmcast/cli/demo/clip.ts");
    /** Where a receiver's copy is. */
    static final String COPY = WanNode.DIRECTORY + "/copy.ts";

    private static final String SENT = WanNode.DIRECTORY + "/clip.ts";

    private final Wan wan;
    private final List<String> options = new ArrayList<>(List.of("--name=" + NAME, "--port=" + PORT));
    private final List<WanNode> receivers = new ArrayList<>();
    private final List<WanNode> heads = new ArrayList<>();

    /** A group whose members all have these options, such as {@code --protocol=tram}. */
    StreamGroup(Wan wan, List<String> options) {
        this.wan = wan;
        this.options.addAll(options);
    }

    /** Describes the sender, which begins when so many receivers are there. */
    WanNode sender(int waitFor, String... more) {
        return member("sender", List.of("stream", "send", "--wait-for=" + waitFor, "--json"), more, SENT)
                .with(CLIP, SENT);
    }

    /** Describes a head. */
    WanNode head(String name, String... more) {
        WanNode head = member(name, List.of("head"), more);
        heads.add(head);
        return head;
    }

    /** Describes a receiver whose copy is to be checked. */
    WanNode receiver(String name, String... more) {
        return check(member(name, List.of("stream", "receive", "--output=" + COPY, "--json"), more));
    }

    /** Takes any other program for a receiver whose copy is to be checked. */
    WanNode check(WanNode receiver) {
        receivers.add(receiver);
        return receiver;
    }

    /** Describes receivers 1 to so many, all behind a link. */
    List<WanNode> receivers(int count, WanLink link) {
        List<WanNode> described = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            described.add(receiver("receiver-" + i).behind(link));
        }
        return described;
    }

    /** Takes a receiver out of those that have to have everything. */
    void excuse(WanNode receiver) {
        receivers.remove(receiver);
    }

    /** Waits until a receiver has a good part of the clip. */
    void awaitStream(WanNode receiver) {
        String size = "stat -c %s " + COPY + " || echo 0";
        wan.await(
                receiver.name() + " receives",
                LIMIT,
                () -> Long.parseLong(receiver.root("sh", "-c", size).strip()) >= FLOWING_BYTES);
    }

    /** Checks that a receiver got everything from where it joined, and that it joined later than at the beginning. */
    void requireEndOf(WanNode late) throws IOException {
        byte[] clip = Files.readAllBytes(CLIP);
        int exitCode = late.awaitExit(LIMIT);
        assertThat(exitCode).as(late::log).isZero();
        long first = late.json().path("firstMessage").asLong();
        assertThat(first).as("first message of %s", late.name()).isPositive();
        byte[] expected = Arrays.copyOfRange(clip, Math.toIntExact(first * MESSAGE_BYTES), clip.length);
        assertThat(Copies.difference(expected, late.read(COPY)))
                .as("%s from message %d on", late.name(), first)
                .isEmpty();
    }

    /** Waits for the end, and checks all copies. */
    void requireIdentical() throws IOException {
        Copies.requireIdentical(Files.readAllBytes(CLIP), COPY, LIMIT, receivers);
    }

    private WanNode member(String name, List<String> command, String[] more, String... last) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of(more));
        all.addAll(List.of(last));
        return wan.rmcast(name, command, all);
    }
}
