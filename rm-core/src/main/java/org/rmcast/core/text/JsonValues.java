package org.rmcast.core.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as maps (in order), lists, texts, numbers and truth values, over Jackson's streams alone: who embeds a session needs no
 * more of Jackson. Depth and lengths are bounded by Jackson's own constraints.
 */
public final class JsonValues {
    /** Of parsers and generators; repeated fields are refused. */
    public static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private JsonValues() {}

    /** The value that begins at the parser's current token; ends at its last one. */
    public static @Nullable Object read(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> readMap(parser);
            case START_ARRAY -> readList(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new IllegalStateException("no value begins with " + parser.currentToken());
        };
    }

    /** As {@link #read} at the beginning of an object. */
    public static Map<String, @Nullable Object> readMap(JsonParser parser) throws IOException {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            map.put(name, read(parser));
        }
        return map;
    }

    private static List<@Nullable Object> readList(JsonParser parser) throws IOException {
        List<@Nullable Object> list = new ArrayList<>();
        while (!parser.nextToken().isStructEnd()) {
            list.add(read(parser));
        }
        return list;
    }

    /** Writes such a value, or a text for anything else but null. */
    public static void write(JsonGenerator generator, @Nullable Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            generator.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                generator.writeFieldName(String.valueOf(entry.getKey()));
                write(generator, entry.getValue());
            }
            generator.writeEndObject();
        } else if (value instanceof Iterable<?> list) {
            generator.writeStartArray();
            for (Object element : list) {
                write(generator, element);
            }
            generator.writeEndArray();
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            // Numbers of all classes, truth values and null: without a codec.
            generator.writeObject(value);
        } else {
            generator.writeString(value.toString());
        }
    }

    /** A value as text over several lines, with line feeds and one at the end. */
    public static String text(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text).useDefaultPrettyPrinter()) {
            write(generator, value);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory does not fail", e);
        }
        return text.toString().replace("\r\n", "\n") + "\n";
    }
}
