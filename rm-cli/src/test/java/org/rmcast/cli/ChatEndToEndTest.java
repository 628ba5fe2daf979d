package org.rmcast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rmcast.cli.Commands.Result;

/** Several peers in this JVM, on the loopback interface. */
class ChatEndToEndTest {
    @Test
    void shouldShowEverybodysLinesToAllOthers() throws Exception {
        String port = Commands.freePort();
        CompletableFuture<Result> anna = chat(port, "anna", "2", "one\ntwo\nthree\n", "--stay=4s");
        CompletableFuture<Result> bob =
                chat(port, "bob", "2", "vier\n\n  \nfünf\n", "--stay=4s", "--impair-in=loss=10%");
        CompletableFuture<Result> cleo = chat(port, "cleo", "2", "six\u001b[2J\n", "--stay=4s");

        assertThat(linesOf("anna", Commands.await(bob))).containsExactly("one", "two", "three");
        assertThat(linesOf("anna", Commands.await(cleo))).containsExactly("one", "two", "three");
        assertThat(linesOf("bob", Commands.await(anna))).containsExactly("vier", "fünf");
        assertThat(linesOf("bob", Commands.await(cleo))).containsExactly("vier", "fünf");
        assertThat(linesOf("cleo", Commands.await(anna)))
                .as("what could move the cursor is not shown")
                .containsExactly("six?[2J");
        assertThat(Commands.await(anna).out()).doesNotContain("anna: ");
        assertThat(Commands.await(anna).err()).contains("* bob is here").contains("* cleo is here");
        for (CompletableFuture<Result> one : List.of(anna, bob, cleo)) {
            assertThat(Commands.await(one).exitCode())
                    .as(Commands.await(one).err())
                    .isZero();
        }
    }

    @Test
    void shouldSayWhoLeft() throws Exception {
        String port = Commands.freePort();
        CompletableFuture<Result> anna = chat(port, "anna", "1", "", "--stay=6s");
        CompletableFuture<Result> bob = chat(port, "bob", "1", "bye\n", "--stay=1s");
        assertThat(Commands.await(bob).exitCode()).as(Commands.await(bob).err()).isZero();
        assertThat(Commands.await(anna).out()).contains("bob: bye");
        assertThat(Commands.await(anna).err()).contains("* bob is here").contains("* bob left");
        assertThat(Commands.await(anna).exitCode())
                .as(Commands.await(anna).err())
                .isZero();
    }

    @Test
    void shouldMeetThroughAContact() throws Exception {
        String port = Commands.freePort();
        String annasPort = Commands.freePort().substring("--port=".length());
        String noMulticastJoin = "--param=multicastJoin=false";
        CompletableFuture<Result> anna =
                chat(port, "anna", "2", "hello\n", "--stay=3s", noMulticastJoin, "--member-port=" + annasPort);
        String contact = "--param=contacts=127.0.0.1:" + annasPort;
        CompletableFuture<Result> bob = chat(port, "bob", "2", "", "--stay=3s", noMulticastJoin, contact);
        CompletableFuture<Result> cleo = chat(port, "cleo", "2", "", "--stay=3s", noMulticastJoin, contact);
        for (CompletableFuture<Result> one : List.of(anna, bob, cleo)) {
            assertThat(Commands.await(one).exitCode())
                    .as(Commands.await(one).err())
                    .isZero();
        }
        assertThat(linesOf("anna", Commands.await(bob))).containsExactly("hello");
        assertThat(linesOf("anna", Commands.await(cleo))).containsExactly("hello");
    }

    @Test
    void shouldTalkToNobodyAndEnd() throws Exception {
        Result alone = Commands.run(input("hello?\n"), "chat", Commands.freePort(), "--nick=anna");
        assertThat(alone.exitCode()).as(alone.err()).isZero();
        assertThat(alone.out()).isEmpty();
    }

    @Test
    void shouldFailIfNobodyComes() throws Exception {
        Result alone =
                Commands.run(input("hello?\n"), "chat", Commands.freePort(), "--wait-for=1", "--wait-timeout=300ms");
        assertThat(alone.exitCode()).isEqualTo(3);
        assertThat(alone.err()).contains("only 0 of 1 receivers came within 0.3 s");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--nick=an na|--nick must be 1 to 32 characters without blanks, was \"an na\"",
                "--nick=|--nick must be 1 to 32 characters",
                "--stay=long|Invalid value for option '--stay'",
                "--member-port=0|memberPort must be 1 to 65535, was 0",
                "--protocol=tram|protocol tram has no role PEER",
                "--param=contacts=10.0.0.1|parameter 'contacts' has \"10.0.0.1\""
            })
    void shouldRefuseBadOptions(String option, String problem) {
        Result result = Commands.run("chat", option);
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains(problem).doesNotContain("Exception");
        assertThat(result.out()).isEmpty();
    }

    private static CompletableFuture<Result> chat(
            String port, String nick, String others, String input, String... options) {
        String[] all = new String[4 + options.length];
        all[0] = "chat";
        all[1] = port;
        all[2] = "--nick=" + nick;
        all[3] = "--wait-for=" + others;
        System.arraycopy(options, 0, all, 4, options.length);
        return Commands.start(input(input), all);
    }

    private static InputStream input(String lines) {
        return new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> linesOf(String nick, Result result) {
        return result.out()
                .lines()
                .filter(line -> line.startsWith(nick + ": "))
                .map(line -> line.substring(nick.length() + 2))
                .toList();
    }
}
