package org.rmcast.core.channel;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Channels as JSON, the only place where Jackson is bound.
 *
 * <pre>{@code
 * {
 *   "name": "video",
 *   "group": "239.192.7.1",
 *   "port": 7000,
 *   "interface": "loopback",
 *   "ttl": 0,
 *   "maxDatagramBytes": 1400,
 *   "protocol": "tram",
 *   "parameters": {"ackInterval": "250ms"}
 * }
 * }</pre>
 *
 * <p>Name, group and port are required; the others have the defaults of {@link Channel.Builder}. Whatever is not
 * understood is refused: unknown and repeated fields, wrong types, values out of range, anything after the object. The
 * names and values inside {@code parameters} belong to the protocol, which checks them when a session opens.
 */
public final class ChannelJson {
    /** Larger files are certainly no channels. */
    static final int MAX_FILE_BYTES = 1024 * 1024;

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private ChannelJson() {}

    /**
     * Reads a channel from a file in UTF-8.
     *
     * @throws IOException if the file can not be read
     * @throws IllegalArgumentException naming file, line, field, value and the allowed range
     */
    public static Channel read(Path file) throws IOException {
        if (Files.size(file) > MAX_FILE_BYTES) {
            throw new IllegalArgumentException(
                    file + ": too large for a channel, at most " + MAX_FILE_BYTES + " bytes");
        }
        try {
            return parse(Files.readString(file, StandardCharsets.UTF_8), file.toString());
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + ": not a text in UTF-8", e);
        }
    }

    /**
     * Reads a channel from JSON text.
     *
     * @throws IllegalArgumentException naming line, field, value and the allowed range
     */
    public static Channel parse(String json) {
        return parse(json, "channel");
    }

    /** As {@link #parse(String)}; errors begin with the name of the source. */
    static Channel parse(String json, String source) {
        try (JsonParser parser = MAPPER.createParser(json)) {
            return new ChannelJsonReader(parser, source).read();
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(describe(e, source), e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory does not fail", e);
        }
    }

    /** Writes a channel so that {@link #parse} gives an equal one. */
    public static String write(Channel channel) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = MAPPER.createGenerator(text).useDefaultPrettyPrinter()) {
            generator.writeStartObject();
            generator.writeStringField("name", channel.name());
            generator.writeStringField("group", channel.group().getHostAddress());
            generator.writeNumberField("port", channel.port());
            generator.writeStringField("interface", channel.networkInterface());
            generator.writeNumberField("ttl", channel.ttl());
            generator.writeNumberField("maxDatagramBytes", channel.maxDatagramBytes());
            generator.writeStringField("protocol", channel.protocol());
            generator.writeFieldName("parameters");
            generator.writeObject(channel.parameters().asMap());
            generator.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("channel " + channel.name() + " can not be written as JSON", e);
        }
        return text.append('\n').toString();
    }

    /** Writes a channel to a file in UTF-8. */
    public static void write(Channel channel, Path file) throws IOException {
        Files.writeString(file, write(channel), StandardCharsets.UTF_8);
    }

    /**
     * A parameter's value as a command line gives it: JSON where it is a number, a truth value, a list or a map, else the
     * text itself.
     */
    public static Object parameterValue(String text) {
        try (JsonParser parser = MAPPER.createParser(text)) {
            parser.nextToken();
            Object value = parser.readValueAs(Object.class);
            return value == null || parser.nextToken() != null ? text : value;
        } catch (IOException e) {
            return text;
        }
    }

    private static String describe(JsonProcessingException e, String source) {
        String problem = e.getOriginalMessage().replaceAll("\\s+", " ");
        String kind = e instanceof JsonParseException ? "not valid JSON: " : "";
        int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
        return source + (line > 0 ? ":" + line : "") + ": " + kind + problem;
    }
}
