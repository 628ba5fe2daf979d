package org.rmcast.api;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rmcast.core.text.JsonValues;

/**
 * Channels as JSON.
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

    private ChannelJson() {}

    /**
     * Reads a channel from a file in UTF-8.
     *
     * @throws IOException if the file cannot be read
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
        try (JsonParser parser = JsonValues.FACTORY.createParser(json)) {
            return new ChannelJsonReader(parser, source).read();
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(describe(e, source), e);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory does not fail", e);
        }
    }

    /** Writes a channel so that {@link #parse} gives an equal one. */
    public static String write(Channel channel) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", channel.name());
        fields.put("group", channel.group().getHostAddress());
        fields.put("port", channel.port());
        fields.put("interface", channel.networkInterface());
        fields.put("ttl", channel.ttl());
        fields.put("maxDatagramBytes", channel.maxDatagramBytes());
        fields.put("protocol", channel.protocol());
        fields.put("parameters", channel.parameters().asMap());
        return JsonValues.text(fields);
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
        try (JsonParser parser = JsonValues.FACTORY.createParser(text)) {
            Object value = parser.nextToken() == null ? null : JsonValues.read(parser);
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
