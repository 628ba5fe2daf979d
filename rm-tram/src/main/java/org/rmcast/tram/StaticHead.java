package org.rmcast.tram;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * A head named by configuration.
 *
 * @param address its unicast address
 * @param ttl its distance, 0 to 255
 */
record StaticHead(InetSocketAddress address, int ttl) {
    /**
     * From texts such as {@code "127.0.0.1:7000/1"}, in their order.
     *
     * @throws IllegalArgumentException naming the parameter, the text that is wrong, and the form
     */
    static List<StaticHead> parseAll(List<String> texts) {
        return texts.stream().map(StaticHead::parse).toList();
    }

    private static StaticHead parse(String text) {
        int slash = text.lastIndexOf('/');
        int colon = text.lastIndexOf(':', slash < 0 ? text.length() : slash);
        try {
            String host = text.substring(0, colon).replace("[", "").replace("]", "");
            if (!host.matches("[0-9.]+|[0-9a-fA-F:.]+(%\\w+)?")) {
                throw new IllegalArgumentException("not an address");
            }
            int port = Integer.parseInt(text.substring(colon + 1, slash < 0 ? text.length() : slash));
            int ttl = slash < 0 ? 1 : Integer.parseInt(text.substring(slash + 1));
            if (ttl < 0 || ttl > 255) {
                throw new IllegalArgumentException("ttl");
            }
            return new StaticHead(new InetSocketAddress(InetAddress.getByName(host), port), ttl);
        } catch (IllegalArgumentException | IndexOutOfBoundsException | UnknownHostException e) {
            throw new IllegalArgumentException(
                    "parameter 'staticHeads' has \"" + text
                            + "\"; it must be \"address:port/ttl\", such as \"127.0.0.1:7000/1\"",
                    e);
        }
    }
}
