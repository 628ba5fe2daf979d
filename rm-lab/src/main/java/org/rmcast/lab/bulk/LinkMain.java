package org.rmcast.lab.bulk;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.rmcast.api.Channel;
import org.rmcast.bulk.BulkData;
import org.rmcast.bulk.BulkOptions;
import org.rmcast.bulk.BulkReceiver;
import org.rmcast.bulk.BulkSender;
import org.rmcast.lab.member.LifeLimit;
import org.rmcast.lab.member.MemberJson;
import org.rmcast.rmtp.DeliveryReport;
import org.rmcast.rmtp.ReceiverList;

/** A process in a {@link SharedLink}: reads a {@link LinkTask} from a line of standard input, and says what came of it. */
final class LinkMain {
    private static final int SECONDS = 180;
    private static final int PORT = 7_600;
    private static final int MEMBER_PORT = 7_601;
    private static final int SEED = 1;
    private static final Path TRAFFIC = Path.of("/proc/self/net/dev");
    /** In a line of that file, behind the interface's name. */
    private static final int SENT_BYTES_FIELD = 8;

    private final LinkTask task;

    private LinkMain(LinkTask task) {
        this.task = task;
    }

    /** Runs it. */
    public static void main(String[] arguments) throws Exception {
        ObjectMapper json = MemberJson.mapper();
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        LifeLimit.set(SECONDS);
        LinkMain member = new LinkMain(json.readValue(in.readLine(), LinkTask.class));
        try {
            if (member.task.member() > 0) {
                member.receive(() -> out.println(json.writeValueAsString(new LinkReply(0, 0, null))), in);
            } else {
                out.println(json.writeValueAsString(member.send()));
            }
        } catch (IOException | RuntimeException e) {
            out.println(json.writeValueAsString(new LinkReply(0, 0, e.toString())));
        }
        System.exit(0);
    }

    /** Says that a receiver is there. */
    private interface Ready {
        void say() throws IOException;
    }

    private void receive(Ready ready, BufferedReader in) throws IOException {
        if (task.kind() == LinkTask.Kind.RMTP) {
            MadeUpBytes expected = new MadeUpBytes(SEED);
            BulkReceiver receiver = BulkReceiver.receive(
                    channel(),
                    dataSet -> new CheckingSink(expected, dataSet),
                    BulkOptions.defaults().withMemberPort(MEMBER_PORT),
                    event -> {});
            try (receiver) {
                ready.say();
                in.readLine();
            }
        } else {
            try (ServerSocket listening = new ServerSocket(PORT)) {
                ready.say();
                try (Socket socket = listening.accept()) {
                    socket.getInputStream().transferTo(OutputStream.nullOutputStream());
                }
            }
        }
    }

    private Channel channel() {
        return Channel.builder("link")
                .protocol("rmtp")
                .networkInterface(task.networkInterface())
                .group("239.77.0.32")
                .port(PORT)
                .parameter("preset", "paper")
                .build();
    }

    private static String host(int member) {
        return "10.77.0." + (member + 1);
    }

    private LinkReply send() throws Exception {
        long before = sentBytes();
        long startNanos = System.nanoTime();
        if (task.kind() == LinkTask.Kind.TCP) {
            sendByTcp();
        } else {
            sendByRmtp();
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        return new LinkReply(sentBytes() - before, seconds, null);
    }

    private void sendByRmtp() throws Exception {
        List<InetSocketAddress> receivers = IntStream.rangeClosed(1, task.receivers())
                .mapToObj(member -> new InetSocketAddress(host(member), MEMBER_PORT))
                .toList();
        Path file = Files.createTempFile("rmcast-link", ".bin");
        new MadeUpBytes(SEED).write(file, task.bytes());
        try (BulkSender sender = BulkSender.send(
                channel(), BulkData.of(file), ReceiverList.of(receivers), BulkOptions.defaults(), event -> {})) {
            DeliveryReport report = sender.report().toCompletableFuture().get();
            if (!report.isComplete()) {
                throw new IOException("not everybody has it: " + report.failed());
            }
        } finally {
            Files.delete(file);
        }
    }

    private void sendByTcp() throws IOException, InterruptedException {
        ExecutorService senders = Executors.newFixedThreadPool(task.receivers());
        List<Future<?>> running = new ArrayList<>();
        for (int member = 1; member <= task.receivers(); member++) {
            int to = member;
            running.add(senders.submit(() -> {
                transfer(host(to), task.bytes());
                return null;
            }));
        }
        senders.shutdown();
        for (Future<?> transfer : running) {
            try {
                transfer.get();
            } catch (ExecutionException e) {
                throw new IOException(e.getCause());
            }
        }
    }

    /** Ends when the other side has read everything and closed. */
    private static void transfer(String host, long bytes) throws IOException {
        byte[] some = new byte[1 << 16];
        try (Socket socket = new Socket(host, PORT)) {
            OutputStream out = socket.getOutputStream();
            for (long left = bytes; left > 0; left -= some.length) {
                out.write(some, 0, (int) Math.min(some.length, left));
            }
            socket.shutdownOutput();
            InputStream in = socket.getInputStream();
            if (in.read() >= 0) {
                throw new IOException("an answer that nobody expects");
            }
        }
    }

    private long sentBytes() throws IOException {
        String begin = task.networkInterface() + ":";
        for (String line : Files.readAllLines(TRAFFIC)) {
            String stripped = line.strip();
            if (stripped.startsWith(begin)) {
                return Long.parseLong(stripped.substring(begin.length()).strip().split(" +", -1)[SENT_BYTES_FIELD]);
            }
        }
        throw new IOException(TRAFFIC + " has no " + task.networkInterface());
    }
}
