package org.rmcast.lab.bulk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.rmcast.api.MeterReadings;
import org.rmcast.api.SessionMeter;
import org.rmcast.api.TestConditions;
import org.rmcast.bulk.BulkData;
import org.rmcast.bulk.BulkSender;
import org.rmcast.cli.process.ChildJvm;
import org.rmcast.lab.member.ProcessFigures;
import org.rmcast.lab.member.ProcessMeter;
import org.rmcast.lab.member.ReplyingProcess;
import org.rmcast.rmtp.DeliveryReport;
import org.rmcast.rmtp.ReceiverList;

/** One delivery by RMTP from this process to receivers in others. */
final class BulkRun {
    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

    private final Plan plan;
    private final Consumer<String> progress;

    /**
     * What is delivered to whom.
     *
     * @param receivers in all
     * @param processes among which they are shared out
     * @param bytes of the data set
     * @param seed of its bytes, and of what is lost
     * @param loss the share of datagrams that each receiver drops
     * @param parameters of the protocol
     * @param offload whether runs of datagrams pass the network stack as one
     * @param timeout of the delivery
     * @param javaOptions of the processes with receivers
     */
    record Plan(
            int receivers,
            int processes,
            long bytes,
            long seed,
            double loss,
            Map<String, String> parameters,
            boolean offload,
            Duration timeout,
            List<String> javaOptions) {
        /** How many receivers process {@code index} has. */
        int receiversOf(int index) {
            return receivers / processes + (index < receivers % processes ? 1 : 0);
        }
    }

    /**
     * What came of it.
     *
     * @param report what the server says of each receiver
     * @param identical how many receivers got every byte as it was sent, by their own word
     * @param server what this process used, from the first request to the last answer
     * @param sent datagrams that the server sent
     * @param received datagrams that it received
     * @param hosts the same of each process with receivers
     */
    record Result(
            DeliveryReport report,
            int identical,
            ProcessFigures server,
            long sent,
            long received,
            List<ProcessFigures> hosts) {}

    BulkRun(Plan plan, Consumer<String> progress) {
        this.plan = plan;
        this.progress = progress;
    }

    Result run() throws IOException, InterruptedException {
        HostSettings settings = new HostSettings(0, freePort(), plan.seed(), plan.loss(), 0, plan.parameters(), (int)
                plan.timeout().plus(START_TIMEOUT).toSeconds());
        Path file = Files.createTempFile("rmcast-bulk", ".bin");
        List<ReplyingProcess> hosts = new ArrayList<>();
        try {
            new MadeUpBytes(plan.seed()).write(file, plan.bytes());
            List<InetSocketAddress> addresses = start(hosts, settings);
            progress.accept(addresses.size() + " receivers in " + hosts.size() + " processes are there");
            ProcessMeter.forgetPeak();
            ProcessMeter meter = new ProcessMeter();
            Delivery delivery = deliver(file, addresses, settings);
            ProcessFigures server = meter.read();
            int identical = 0;
            List<ProcessFigures> figures = new ArrayList<>();
            for (ReplyingProcess host : hosts) {
                host.tell("report");
                HostReply reply = reply(host);
                identical += reply.identical();
                figures.add(reply.process());
            }
            MeterReadings counts = delivery.counts();
            return new Result(
                    delivery.report(),
                    identical,
                    server,
                    counts.get(SessionMeter.DATAGRAMS_SENT),
                    counts.get(SessionMeter.DATAGRAMS_RECEIVED),
                    figures);
        } finally {
            hosts.forEach(ReplyingProcess::close);
            Files.deleteIfExists(file);
        }
    }

    private List<InetSocketAddress> start(List<ReplyingProcess> hosts, HostSettings settings)
            throws IOException, InterruptedException {
        for (int i = 0; i < plan.processes(); i++) {
            ReplyingProcess host = new ReplyingProcess(
                    "host-" + i,
                    ChildJvm.command(plan.javaOptions(), System.getProperty("java.class.path"), HostMain.class));
            hosts.add(host);
            host.tell(settings.with(plan.receiversOf(i), i));
        }
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (ReplyingProcess host : hosts) {
            for (int port : reply(host).ports()) {
                addresses.add(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            }
        }
        return addresses;
    }

    private static HostReply reply(ReplyingProcess host) throws IOException, InterruptedException {
        HostReply reply = host.awaitReply(HostReply.class, START_TIMEOUT);
        if (reply.error() != null) {
            throw new IOException("a process with receivers failed: " + reply.error());
        }
        return reply;
    }

    private record Delivery(DeliveryReport report, MeterReadings counts) {}

    private Delivery deliver(Path file, List<InetSocketAddress> addresses, HostSettings settings)
            throws IOException, InterruptedException {
        try (BulkSender sender = BulkSender.send(
                settings.channel(),
                BulkData.of(file),
                ReceiverList.of(addresses),
                settings.options(0).withTesting(TestConditions.none()).withOffload(plan.offload()),
                event -> {})) {
            DeliveryReport report =
                    sender.report().toCompletableFuture().get(plan.timeout().toMillis(), TimeUnit.MILLISECONDS);
            return new Delivery(report, sender.statistics());
        } catch (TimeoutException e) {
            throw new IOException(
                    "the delivery was not over after " + plan.timeout().toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    private static int freePort() {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
