package org.rmcast.cli.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rmcast.api.Channel;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class OptionsTest {
    @Command
    static final class Holder {
        @Mixin
        final ChannelOptions options = new ChannelOptions();
    }

    private static Channel channel(String... arguments) {
        Holder holder = new Holder();
        new CommandLine(holder).parseArgs(arguments);
        return holder.options.channel(new ChannelDefaults("test", 7999, ChannelDefaults.ONE_SENDER));
    }

    private static void session(String... arguments) {
        SessionOptions options = new SessionOptions();
        new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments);
        options.builder(channel());
    }

    @Test
    void shouldStayOnLoopbackWithoutOptions() {
        assertThat(channel())
                .isEqualTo(
                        Channel.builder("test").group("239.192.7.1").port(7999).build());
    }

    @Test
    void shouldTakeEveryFieldFromItsOption() {
        Channel channel = channel(
                "--name=n",
                "--group=ff15::7",
                "--port=1",
                "--interface=10.0.0.0/8",
                "--ttl=3",
                "--protocol=srm",
                "--param=window=64",
                "--param",
                "preset=paper");
        assertThat(channel)
                .isEqualTo(Channel.builder("n")
                        .group("ff15::7")
                        .port(1)
                        .networkInterface("10.0.0.0/8")
                        .ttl(3)
                        .protocol("srm")
                        .parameter("window", 64)
                        .parameter("preset", "paper")
                        .build());
    }

    @Test
    void shouldChangeSingleFieldsOfAFile(@TempDir Path dir) throws Exception {
        Path file = dir.resolve("channel.json");
        Files.writeString(
                file,
                "{\"name\": \"video\", \"group\": \"239.192.7.9\", \"port\": 7001, \"parameters\": {\"a\": 1, \"b\": 2}}");
        assertThat(channel("--channel", file.toString(), "--port=7002", "--param=b=[3]"))
                .isEqualTo(Channel.builder("video")
                        .group("239.192.7.9")
                        .port(7002)
                        .parameter("a", 1)
                        .parameter("b", List.of(3))
                        .build());
    }

    @Test
    void shouldRefuseBadChannels(@TempDir Path dir) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> channel("--ttl=300"))
                .withMessage("channel ttl must be 0 to 255, was 300");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> channel("--group=10.0.0.1"))
                .withMessageContaining("not a multicast address");
        assertThatExceptionOfType(CommandFailure.class)
                .isThrownBy(() -> channel("--channel", dir.resolve("none").toString()))
                .withMessageContaining("no such file");
    }

    @Test
    void shouldTakeSessionOptions() {
        session(
                "--impair-in=loss=5%,seed=1",
                "--impair-out=delay=1ms", "--transport=nio", "--seed=7", "--socket-buffer=64KiB", "--queue=1MiB");
        assertThatExceptionOfType(CommandFailure.class)
                .isThrownBy(() -> session("--impair-in=los=5%"))
                .withMessageContaining("--impair-in: unknown impairment 'los'");
        assertThatIllegalArgumentException().isThrownBy(() -> session("--socket-buffer=1"));
    }
}
