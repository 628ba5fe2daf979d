package org.rmcast.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a command with {@code --metrics-port} serves. */
final class Scrape {
    private static final Pattern URL = Pattern.compile("metrics are at (http://\\S+)\\R");
    private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{\\S*)? ");

    private static final int READ_TIMEOUT_MILLIS = 30_000;

    private Scrape() {}

    /** Waits until the command has said where its meters are. */
    static URI address(StringWriter err) {
        Commands.until(
                "the address of the meters", () -> URL.matcher(err.toString()).find());
        Matcher url = URL.matcher(err.toString());
        if (!url.find()) {
            throw new AssertionError(err.toString());
        }
        return URI.create(url.group(1));
    }

    /** A page, or what was said instead. */
    record Page(int status, String type, String text) {}

    /** Asks for a page. */
    static Page get(URI uri) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
        connection.setReadTimeout(READ_TIMEOUT_MILLIS);
        int status = connection.getResponseCode();
        try (InputStream body = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            return new Page(status, connection.getContentType(), new String(body.readAllBytes(), UTF_8));
        } finally {
            connection.disconnect();
        }
    }

    /** What {@link #get} finds, where it must be found. */
    static String text(URI uri) {
        try {
            return get(uri).text();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The names of the metrics on a page. */
    static Set<String> names(String page) {
        Set<String> names = new TreeSet<>();
        Matcher sample = SAMPLE.matcher(page);
        while (sample.find()) {
            names.add(sample.group(1));
        }
        return names;
    }
}
