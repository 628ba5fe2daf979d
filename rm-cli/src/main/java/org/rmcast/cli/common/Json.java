package org.rmcast.cli.common;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Figures as JSON, one document a line. */
public final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {}

    /** Texts, numbers, truth values, lists, maps and records of such, on one line without its end. */
    public static String line(Object document) {
        try {
            return MAPPER.writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a value that JSON can say: " + document, e);
        }
    }

    /**
     * Reads one document.
     *
     * @throws IllegalArgumentException if the text is no JSON
     */
    public static JsonNode parse(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not valid JSON: " + e.getOriginalMessage(), e);
        }
    }

    /**
     * A document as a record of this type.
     *
     * @throws IllegalArgumentException if a field is unknown or of another type
     */
    public static <T> T convert(JsonNode document, Class<T> type) {
        return MAPPER.convertValue(document, type);
    }

    /**
     * Reads a record of this type.
     *
     * @throws IllegalArgumentException if the text is no JSON, or a field is unknown or of another type
     */
    public static <T> T parse(String text, Class<T> type) {
        return convert(parse(text), type);
    }
}
