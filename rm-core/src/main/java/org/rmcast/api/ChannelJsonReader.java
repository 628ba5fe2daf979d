package org.rmcast.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.text.JsonValues;
import org.rmcast.core.text.Suggestions;

/** Reads one channel token by token, so that every complaint has the line it is about. For one use. */
final class ChannelJsonReader {
    private static final List<String> FIELDS =
            List.of("name", "group", "port", "interface", "ttl", "maxDatagramBytes", "protocol", "parameters");

    private final JsonParser parser;
    private final String source;
    private final Channel.Builder builder = Channel.builder("unnamed");
    private boolean named;
    private boolean grouped;
    private boolean ported;
    private int line = 1;

    ChannelJsonReader(JsonParser parser, String source) {
        this.parser = parser;
        this.source = source;
    }

    Channel read() throws IOException {
        next();
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw refuse("a channel is a JSON object { ... }, this is " + shown());
        }
        while (next() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            next();
            readField(field);
        }
        if (next() != null) {
            throw refuse("there is more after the channel's closing brace: " + shown());
        }
        requireFields();
        return guarded(builder::build);
    }

    private void readField(String field) throws IOException {
        switch (field) {
            case "name" -> readName();
            case "group" -> readGroup();
            case "port" -> readPort();
            case "interface" -> {
                String value = text(field, "an interface's name, an address or a network in CIDR form");
                guarded(() -> builder.networkInterface(Channel.checkInterface(value)));
            }
            case "ttl" -> {
                long value = integer(field, "a whole number from 0 to 255");
                guarded(() -> builder.ttl(Channel.checkTtl(value)));
            }
            case "maxDatagramBytes" -> {
                long value = integer(field, "a whole number from 256 to 65507");
                guarded(() -> builder.maxDatagramBytes(Channel.checkMaxDatagramBytes(value)));
            }
            case "protocol" -> {
                String value = text(field, "a protocol's name, such as \"tram\"");
                guarded(() -> builder.protocol(Channel.checkProtocol(value)));
            }
            case "parameters" -> builder.parameters(Parameters.of(parameters()));
            default ->
                throw refuse("unknown field '" + field + "'" + Suggestions.didYouMean(field, FIELDS)
                        + " (the fields are " + String.join(", ", FIELDS) + ")");
        }
    }

    private void readName() throws IOException {
        String value = text("name", "a text of 1 to 128 characters");
        guarded(() -> builder.name(Channel.checkName(value)));
        named = true;
    }

    private void readGroup() throws IOException {
        String value = text("group", "a multicast address");
        guarded(() -> builder.group(Channel.checkGroup(Channel.address(value))));
        grouped = true;
    }

    private void readPort() throws IOException {
        long value = integer("port", "a whole number from 1 to 65535");
        guarded(() -> builder.port(Channel.checkPort(value)));
        ported = true;
    }

    private void requireFields() {
        String missing = !named ? "name" : !grouped ? "group" : !ported ? "port" : null;
        if (missing != null) {
            throw refuse("field '" + missing + "' is missing");
        }
    }

    private String text(String field, String allowed) throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw wrong(field, allowed);
        }
        return parser.getText();
    }

    private long integer(String field, String allowed) throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT
                || parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            throw wrong(field, allowed);
        }
        return parser.getLongValue();
    }

    private Map<String, Object> parameters() throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw wrong("parameters", "an object { ... }");
        }
        Map<String, Object> checked = new LinkedHashMap<>();
        JsonValues.readMap(parser).forEach((name, value) -> {
            if (value == null) {
                throw refuse("parameter '" + name + "' is null; leave it out for its default");
            }
            checked.put(name, value);
        });
        return checked;
    }

    private @Nullable JsonToken next() throws IOException {
        JsonToken token = parser.nextToken();
        if (token != null) {
            line = parser.currentTokenLocation().getLineNr();
        }
        return token;
    }

    private interface Step<T> {
        T take();
    }

    private <T> T guarded(Step<T> step) {
        try {
            return step.take();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(source + ":" + line + ": " + e.getMessage(), e);
        }
    }

    private IllegalArgumentException wrong(String field, String allowed) throws IOException {
        return refuse("field '" + field + "' is " + shown() + "; it must be " + allowed);
    }

    private String shown() throws IOException {
        JsonToken token = parser.currentToken();
        if (token == null) {
            return "empty";
        }
        return switch (token) {
            case START_OBJECT, END_OBJECT -> "an object";
            case START_ARRAY, END_ARRAY -> "a list";
            case VALUE_STRING -> "\"" + parser.getText() + "\"";
            default -> parser.getText();
        };
    }

    private IllegalArgumentException refuse(String problem) {
        return new IllegalArgumentException(source + ":" + line + ": " + problem);
    }
}
