package org.rmcast.cli.common;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Serves a registry's meters, and those of the JVM, to Prometheus. Thread safe. */
final class MetricsServer implements AutoCloseable {
    private static final String PATH = "/metrics";
    private static final String FORMAT = "text/plain; version=0.0.4; charset=utf-8";
    private static final int THREADS = 4;
    private static final int MAX_PORT = 65_535;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics garbageCollection = new JvmGcMetrics();
    private final ExecutorService executor = Executors.newFixedThreadPool(THREADS, MetricsServer::daemon);
    private final HttpServer server;

    private MetricsServer(HttpServer server) {
        this.server = server;
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        garbageCollection.bindTo(registry);
        server.setExecutor(executor);
        server.createContext("/", this::answer);
        server.start();
    }

    /**
     * Starts serving.
     *
     * @param address of this machine; null for loopback
     * @param port 0 for any
     * @throws CommandFailure naming the option that is wrong, or the port that is taken
     */
    static MetricsServer start(@Nullable String address, int port) {
        if (port < 0 || port > MAX_PORT) {
            throw CommandFailure.usage("--metrics-port must be 0 to " + MAX_PORT + ", was " + port);
        }
        InetAddress local = local(address);
        try {
            return new MetricsServer(HttpServer.create(new InetSocketAddress(local, port), 0));
        } catch (IOException e) {
            throw CommandFailure.failed(
                    "--metrics-port " + port + ": cannot listen at " + local.getHostAddress() + " port " + port + ": "
                            + ErrorMessages.describe(e) + "; name another port, or 0 for any",
                    e);
        }
    }

    private static InetAddress local(@Nullable String address) {
        if (address == null) {
            return InetAddress.getLoopbackAddress();
        }
        try {
            InetAddress local = InetAddress.getByName(address);
            if (local.isAnyLocalAddress() || NetworkInterface.getByInetAddress(local) != null) {
                return local;
            }
        } catch (UnknownHostException e) {
            throw notOurs(address);
        } catch (IOException e) {
            throw CommandFailure.failed("--metrics-address " + address + ": " + ErrorMessages.describe(e), e);
        }
        throw notOurs(address);
    }

    private static CommandFailure notOurs(String address) {
        return CommandFailure.usage("--metrics-address " + address
                + " is not an address of this machine; use one, 127.0.0.1 for this machine only, or 0.0.0.0 for all");
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "rmcast-metrics");
        thread.setDaemon(true);
        return thread;
    }

    /** Where the meters go. */
    MeterRegistry registry() {
        return registry;
    }

    /** Where they are served. */
    String url() {
        InetSocketAddress address = server.getAddress();
        String host = address.getAddress().getHostAddress();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort() + PATH;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestURI().getPath().equals(PATH)) {
                reply(exchange, 404, "text/plain", "the meters are at " + PATH + "\n");
            } else if (!exchange.getRequestMethod().equals("GET")) {
                reply(exchange, 405, "text/plain", "only GET\n");
            } else {
                reply(exchange, 200, FORMAT, registry.scrape(FORMAT));
            }
        }
    }

    private static void reply(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] body = text.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    /** Serves no more. */
    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
        garbageCollection.close();
        registry.close();
    }
}
