package org.rmcast.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChannelJsonTest {
    static final String FULL = """
            {
              "name" : "video",
              "group" : "239.192.7.1",
              "port" : 7000,
              "interface" : "10.1.0.0/16",
              "ttl" : 4,
              "maxDatagramBytes" : 9000,
              "protocol" : "tram",
              "parameters" : {
                "window" : 64,
                "rate" : 1.5,
                "prompt" : true,
                "ackInterval" : "250ms",
                "heads" : [ "10.1.0.9" ],
                "limits" : {
                  "low" : 1
                }
              }
            }
            """;

    private static Channel full() {
        return Channel.builder("video")
                .group("239.192.7.1")
                .port(7000)
                .networkInterface("10.1.0.0/16")
                .ttl(4)
                .maxDatagramBytes(9_000)
                .parameter("window", 64)
                .parameter("rate", 1.5)
                .parameter("prompt", true)
                .parameter("ackInterval", "250ms")
                .parameter("heads", List.of("10.1.0.9"))
                .parameter("limits", Map.of("low", 1))
                .build();
    }

    private static void assertRefused(String json, String... parts) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChannelJson.parse(json))
                .satisfies(e -> assertThat(e.getMessage()).contains(parts));
    }

    /** The three required fields and one more, on line 2. */
    private static String withField(String field) {
        return "{\"name\": \"video\", \"group\": \"239.192.7.1\", \"port\": 7000,\n" + field + "}";
    }

    @Test
    void shouldReadEveryField() {
        assertThat(ChannelJson.parse(FULL)).isEqualTo(full());
    }

    @Test
    void shouldWriteWhatItReads() {
        assertThat(ChannelJson.write(full()).replace(System.lineSeparator(), "\n"))
                .isEqualTo(FULL);
    }

    @Test
    void shouldSurviveARoundTripWithAnyText() {
        Channel channel = Channel.builder("\"quoted\" \\ \u00fcber \u2028\n")
                .group("ff15::7:1")
                .port(1)
                .ttl(255)
                .parameter("big", Long.MAX_VALUE)
                .build();
        assertThat(ChannelJson.parse(ChannelJson.write(channel))).isEqualTo(channel);
    }

    @Test
    void shouldUseTheDefaultsOfTheBuilder() {
        assertThat(ChannelJson.parse("{\"port\": 7000, \"group\": \"239.192.7.1\", \"name\": \"video\"}"))
                .isEqualTo(
                        Channel.builder("video").group("239.192.7.1").port(7000).build());
    }

    @Test
    void shouldRefuseUnknownFieldsByNameAndLineAndSuggest() {
        assertRefused(
                withField("\"interfce\": \"lo\""), "channel:2: unknown field 'interfce'", "did you mean 'interface'?");
        assertRefused(withField("\"colour\": 1"), "unknown field 'colour' (the fields are name, group, port,");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"ttl\": 300|channel ttl must be 0 to 255, was 300",
                "\"ttl\": -1|channel ttl must be 0 to 255, was -1",
                "\"ttl\": \"4\"|field 'ttl' is \"4\"; it must be a whole number from 0 to 255",
                "\"ttl\": 4.5|field 'ttl' is 4.5; it must be a whole number",
                "\"ttl\": 99999999999999999999|field 'ttl' is 99999999999999999999; it must be a whole number",
                "\"ttl\": null|field 'ttl' is null",
                "\"ttl\": []|field 'ttl' is a list",
                "\"interface\": 1|field 'interface' is 1; it must be an interface's name",
                "\"interface\": \"\"|channel interface must be",
                "\"protocol\": {}|field 'protocol' is an object",
                "\"protocol\": \" \"|channel protocol must be named",
                "\"parameters\": []|field 'parameters' is a list; it must be an object",
                "\"parameters\": {\"window\": null}|parameter 'window' is null",
            })
    void shouldRefuseWrongValuesByFieldValueAndLine(String field, String problem) {
        assertRefused(withField(field), "channel:2: " + problem);
    }

    @Test
    void shouldRefuseWrongRequiredFields() {
        assertRefused("{\"name\": \"\"}", "channel name must be 1 to 128 characters");
        assertRefused("{\"group\": \"10.0.0.1\"}", "10.0.0.1 is not a multicast address");
        assertRefused("{\"group\": \"example.org\"}", "\"example.org\" is not an IP address");
        assertRefused("{\"port\": 70000}", "channel port must be 1 to 65535, was 70000");
        assertRefused("{\"port\": 4294974296}", "channel port must be 1 to 65535, was 4294974296");
    }

    @Test
    void shouldNameTheRequiredFieldThatIsMissing() {
        assertRefused("{}", "field 'name' is missing");
        assertRefused("{\"name\": \"video\"}", "field 'group' is missing");
        assertRefused("{\"name\": \"video\", \"group\": \"239.192.7.1\"}", "field 'port' is missing");
    }

    @Test
    void shouldRefuseRepeatedFields() {
        assertRefused(withField("\"port\": 7001"), "channel:2: not valid JSON: Duplicate field 'port'");
        assertRefused(withField("\"parameters\": {\"a\": 1, \"a\": 2}"), "Duplicate field 'a'");
    }

    @Test
    void shouldRefuseWhatFollowsTheObject() {
        assertRefused(FULL + "{}", "there is more after the channel's closing brace");
        assertRefused(FULL + "x", "not valid JSON");
    }

    @Test
    void shouldRefuseWhatIsNoObject() {
        assertRefused("", "a channel is a JSON object { ... }, this is empty");
        assertRefused("[]", "this is a list");
        assertRefused("\"video\"", "this is \"video\"");
        assertRefused("{\"name\": \"video\"", "not valid JSON");
        assertRefused("{name: 1}", "channel:1: not valid JSON");
    }

    @Test
    void shouldReadAndWriteFiles(@TempDir Path dir) throws Exception {
        Path file = dir.resolve("video.json");
        ChannelJson.write(full(), file);
        assertThat(ChannelJson.read(file)).isEqualTo(full());
    }

    @Test
    void shouldNameTheFileAndLineOfAProblem(@TempDir Path dir) throws Exception {
        Path file = dir.resolve("video.json");
        Files.writeString(file, withField("\"tll\": 1"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChannelJson.read(file))
                .withMessageStartingWith(file + ":2: unknown field 'tll'; did you mean 'ttl'?");
    }

    @Test
    void shouldRefuseFilesThatAreNoChannels(@TempDir Path dir) throws Exception {
        Path binary = Files.write(dir.resolve("binary"), new byte[] {(byte) 0xc3, (byte) 0x28});
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChannelJson.read(binary))
                .withMessage(binary + ": not a text in UTF-8");
        Path huge = Files.write(dir.resolve("huge"), new byte[ChannelJson.MAX_FILE_BYTES + 1]);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChannelJson.read(huge))
                .withMessageContaining("too large for a channel");
        assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(() -> ChannelJson.read(dir.resolve("none")));
    }

    @Test
    void shouldReadParametersFromACommandLine() {
        assertThat(ChannelJson.parameterValue("64")).isEqualTo(64);
        assertThat(ChannelJson.parameterValue("1.5")).isEqualTo(1.5);
        assertThat(ChannelJson.parameterValue("true")).isEqualTo(true);
        assertThat(ChannelJson.parameterValue("[\"a\"]")).isEqualTo(List.of("a"));
        assertThat(ChannelJson.parameterValue("250ms")).isEqualTo("250ms");
        assertThat(ChannelJson.parameterValue("paper")).isEqualTo("paper");
        assertThat(ChannelJson.parameterValue("null")).isEqualTo("null");
        assertThat(ChannelJson.parameterValue("")).isEqualTo("");
        assertThat(ChannelJson.parameterValue("1 2")).isEqualTo("1 2");
    }
}
