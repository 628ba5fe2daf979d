package org.rmcast.cli.transfer;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.rmtp.ReceiverList;

/** What {@code --receivers} names: how many, or a file with an address on each line. */
final class BulkReceivers {
    private BulkReceivers() {}

    /**
     * The receivers that the user means.
     *
     * @param text a number, or the name of a file with lines {@code HOST:PORT}; empty lines and those that begin with # do not count
     * @throws CommandFailure naming what is wrong
     */
    static ReceiverList of(String text) {
        if (text.matches("[0-9]{1,9}")) {
            int count = Integer.parseInt(text);
            if (count < 1) {
                throw CommandFailure.usage("--receivers " + text + ": must be 1 or more");
            }
            return ReceiverList.count(count);
        }
        return ReceiverList.of(addresses(Path.of(text)));
    }

    private static List<InetSocketAddress> addresses(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw CommandFailure.usage("--receivers " + file + ": is neither a number nor a file that can be read", e);
        }
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                addresses.add(address(line, "--receivers " + file + ", line " + (i + 1)));
            }
        }
        if (addresses.isEmpty()) {
            throw CommandFailure.usage("--receivers " + file + ": there is no address in it");
        }
        return addresses;
    }

    private static InetSocketAddress address(String text, String place) {
        int colon = text.lastIndexOf(':');
        String port = text.substring(colon + 1);
        if (colon < 1 || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) < 1 || Integer.parseInt(port) > 65_535) {
            throw CommandFailure.usage(place + ": \"" + text + "\" is not HOST:PORT");
        }
        String host = text.substring(0, colon).replaceAll("^\\[|]$", "");
        InetSocketAddress address = new InetSocketAddress(host, Integer.parseInt(port));
        if (address.isUnresolved()) {
            throw CommandFailure.usage(place + ": " + host + ": no such host");
        }
        return address;
    }
}
