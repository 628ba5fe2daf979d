package org.rmcast.core.channel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rmcast.api.Channel;
import org.rmcast.api.ChannelJson;
import org.rmcast.core.text.JsonValues;
import org.rmcast.core.wire.Wire;

/**
 * A JSON schema (draft 2020-12) of channel files, for editors and other tools. It says less than {@link ChannelJson} and the
 * protocols check: bounds of durations, and what follows from several parameters, are in descriptions only. In one point it says
 * more: choices are in lower case.
 */
public final class ChannelSchema {
    private static final String DEFAULT_PROTOCOL = "tram";

    private ChannelSchema() {}

    /** The schema as text that ends with a line feed, for these protocols, by name and in their order. */
    public static String of(Map<String, ParameterTable> protocols) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "A channel: what the members of a group agree on before they meet");
        schema.put("type", "object");
        schema.put("required", List.of("name", "group", "port"));
        schema.put("additionalProperties", false);
        schema.put("properties", fields(List.copyOf(protocols.keySet())));
        List<Object> cases = new ArrayList<>();
        protocols.forEach((name, table) -> cases.add(parametersOf(name, table)));
        schema.put("allOf", cases);
        return JsonValues.text(schema);
    }

    private static Map<String, Object> fields(List<String> protocols) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(
                "name",
                described("The channel's name; part of its identity on the wire.", "type", "string")
                        .with("minLength", 1)
                        .with("maxLength", 128));
        fields.put("group", described("The multicast address, IPv4 or IPv6; no host name.", "type", "string"));
        fields.put("port", described("The UDP port.", "type", "integer").between(1, 65_535));
        fields.put(
                "interface",
                described("An interface's name, an address of it, or a network in CIDR form.", "type", "string")
                        .with("minLength", 1)
                        .with("default", Channel.LOOPBACK));
        fields.put(
                "ttl",
                described(
                                "Hops that a datagram may travel; by default 0 on the loopback interface and 1 elsewhere.",
                                "type",
                                "integer")
                        .between(0, 255));
        fields.put(
                "maxDatagramBytes",
                described("The largest datagram; above 1,400 tunnels and IPv6 fragment it.", "type", "integer")
                        .between(Wire.MIN_DATAGRAM_BYTES, Wire.MAX_DATAGRAM_BYTES)
                        .with("default", Wire.DEFAULT_DATAGRAM_BYTES));
        fields.put(
                "protocol",
                described("How losses are found and repaired.", "enum", protocols)
                        .with("default", DEFAULT_PROTOCOL));
        fields.put("parameters", described("The protocol's parameters.", "type", "object"));
        return fields;
    }

    /** If the channel names this protocol, or none and this one is the default, its parameters are these. */
    private static Map<String, Object> parametersOf(String protocol, ParameterTable table) {
        Map<String, Object> named = new LinkedHashMap<>();
        named.put("properties", Map.of("protocol", Map.of("const", protocol)));
        if (!protocol.equals(DEFAULT_PROTOCOL)) {
            named.put("required", List.of("protocol"));
        }
        Map<String, Object> properties = new LinkedHashMap<>();
        table.parameters().forEach(parameter -> properties.put(parameter.name(), property(parameter)));
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("additionalProperties", false);
        parameters.put("properties", properties);
        Map<String, Object> rule = new LinkedHashMap<>();
        rule.put("if", named);
        rule.put("then", Map.of("properties", Map.of("parameters", parameters)));
        return rule;
    }

    private static Map<String, Object> property(Parameter parameter) {
        Map<String, Object> property = new LinkedHashMap<>();
        property.put("description", parameter.explanation() + " Range: " + parameter.range() + ".");
        property.putAll(parameter.allowed().schema());
        if (parameter.defaults().rule().isEmpty()) {
            property.put("default", parameter.defaults().defaults());
        }
        return property;
    }

    private static Field described(String description, String keyword, Object value) {
        return new Field().with("description", description).with(keyword, value);
    }

    private static final class Field extends LinkedHashMap<String, Object> {
        private static final long serialVersionUID = 1;

        Field with(String keyword, Object value) {
            put(keyword, value);
            return this;
        }

        Field between(int min, int max) {
            return with("minimum", min).with("maximum", max);
        }
    }
}
