package org.rmcast.cli.perf;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.FlushResult;
import org.rmcast.api.MulticastPeer;
import org.rmcast.cli.common.AlwaysJson;
import org.rmcast.cli.common.BytesConverter;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.cli.common.DurationConverter;
import org.rmcast.cli.common.ErrorMessages;
import org.rmcast.cli.common.Figures;
import org.rmcast.cli.common.ReceiverCountConverter;
import org.rmcast.cli.common.SendingCommand;
import org.rmcast.cli.common.SessionFigures;
import org.rmcast.cli.common.VersionProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rmcast perf peers}. */
@Command(
        name = "peers",
        description = {
            "Start several peers that all receive, some of them also send, and print one JSON line each at the end.",
            "Start it in several processes: all of them together are the group.",
            "Unless --wait-for says otherwise each peer waits for the others of its process."
        },
        footer = {
            "",
            "Example, in two terminals: rmcast perf peers --members 4 --senders 1 --wait-for 7 --sources 2 --message-rate 1000"
        },
        versionProvider = VersionProvider.class)
public final class PerfPeersCommand extends SendingCommand implements AlwaysJson {
    private static final int MAX_MEMBERS = 256;
    private static final long POLL_MILLIS = 50;

    @Option(
            names = "--members",
            paramLabel = "N",
            defaultValue = "4",
            description = "Peers in this process (default: ${DEFAULT-VALUE}).")
    private int members = 4;

    @Option(
            names = "--senders",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many of them send (default: ${DEFAULT-VALUE}).")
    private int senders = 1;

    @Option(
            names = "--sources",
            paramLabel = "N",
            description =
                    "Senders in all processes together; when all have ended the group does (default: those here).")
    private @Nullable Integer sources;

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            converter = BytesConverter.class,
            defaultValue = "1024",
            description = "Length of a message, at least 8 (default: ${DEFAULT-VALUE}).")
    private int size = 1024;

    @Option(
            names = "--message-rate",
            paramLabel = "N",
            description = "Messages per second of each sender (default: as fast as they are taken).")
    private @Nullable Double messageRate;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "10s",
            description = "For how long to send (default: ${DEFAULT-VALUE}).")
    private Duration duration = Duration.ofSeconds(10);

    @Option(
            names = "--patience",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "60s",
            description = "How long to wait for the others' ends after that (default: ${DEFAULT-VALUE}).")
    private Duration patience = Duration.ofSeconds(60);

    /** For picocli. */
    public PerfPeersCommand() {
        super(PerfCommand.PEERS, ReceiverCountConverter.OTHERS);
    }

    /** A peer, what it sends and what it got. */
    private record Peer(MulticastPeer session, PerfLoad load, PeerTally tally) {}

    @Override
    protected void run() throws Exception {
        check();
        List<Peer> peers = new ArrayList<>();
        try {
            for (int i = 0; i < members; i++) {
                peers.add(open());
            }
            for (Peer peer : peers) {
                awaitReceivers(peer.session, members - 1);
            }
            sendAll(peers.subList(0, senders));
            boolean ended = awaitEnds(peers);
            print(peers, closeAll(peers));
            requireAll(peers, ended);
        } finally {
            peers.forEach(peer -> peer.session.abort());
        }
    }

    private void check() {
        if (members < 1 || members > MAX_MEMBERS) {
            throw CommandFailure.usage("--members must be 1 to " + MAX_MEMBERS + ", was " + members);
        }
        if (senders < 0 || senders > members) {
            throw CommandFailure.usage("--senders must be 0 to " + members + " (--members), was " + senders);
        }
        if (sources != null && sources < senders) {
            throw CommandFailure.usage("--sources must be " + senders + " (--senders) or more, was " + sources);
        }
        if (size < PerfPayload.TIMED_BYTES || size > PerfSendCommand.MAX_MESSAGE_BYTES) {
            throw CommandFailure.usage(
                    "--size must be " + PerfPayload.TIMED_BYTES + " to 16MiB, was " + size + " bytes");
        }
        if (messageRate != null && !(messageRate > 0 && messageRate <= 1e9)) {
            throw CommandFailure.usage("--message-rate must be more than 0 and at most 1e9, was " + messageRate);
        }
    }

    private Peer open() throws IOException {
        PeerTally tally = new PeerTally();
        MulticastPeer session = openFurther(builder().onEvent(tally), builder -> builder.openPeer(tally));
        return new Peer(session, new PerfLoad(new PerfPayload(size), messageRate == null ? 0 : messageRate), tally);
    }

    private void sendAll(List<Peer> sending) throws Exception {
        List<CompletableFuture<Void>> loads = new ArrayList<>();
        for (Peer peer : sending) {
            loads.add(CompletableFuture.runAsync(
                    () -> send(peer), task -> new Thread(task, "load-" + peer.session.memberId()).start()));
        }
        try {
            CompletableFuture.allOf(loads.toArray(new CompletableFuture<?>[0])).get();
        } catch (ExecutionException e) {
            throw ErrorMessages.cause(e);
        }
    }

    private void send(Peer peer) {
        try {
            peer.load.run(Long.MAX_VALUE, duration, peer.session::send);
            peer.session.send(new PerfPayload(size).due(PerfPayload.LAST));
        } catch (InterruptedException e) {
            throw new CompletionException(e);
        }
    }

    /** Waits until each peer has the last message of every other sender; whether all have. */
    private boolean awaitEnds(List<Peer> peers) throws InterruptedException {
        long start = System.nanoTime();
        while (!peers.stream().allMatch(peer -> peer.tally.ended() >= othersOf(peers.indexOf(peer)))) {
            if (System.nanoTime() - start > patience.toNanos()) {
                return false;
            }
            Thread.sleep(POLL_MILLIS);
        }
        return true;
    }

    private int othersOf(int index) {
        int all = sources == null ? senders : sources;
        return index < senders ? all - 1 : all;
    }

    /** All at the same time: a group that shrinks one by one takes its time. Gives what each sender's flush said. */
    private List<FlushResult> closeAll(List<Peer> peers) throws InterruptedException {
        List<FlushResult> flushes = new ArrayList<>();
        for (Peer peer : peers.subList(0, senders)) {
            flushes.add(peer.session.flush(patience));
        }
        List<Thread> closing = peers.stream()
                .map(peer -> new Thread(peer.session::close, "close-" + peer.session.memberId()))
                .toList();
        closing.forEach(Thread::start);
        for (Thread thread : closing) {
            thread.join();
        }
        return flushes;
    }

    private void print(List<Peer> peers, List<FlushResult> flushes) {
        for (int i = 0; i < peers.size(); i++) {
            Peer peer = peers.get(i);
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("role", "peer");
            fields.put("memberId", Figures.memberId(peer.session.memberId()));
            fields.put("sent", i < senders ? peer.load.sent() + 1 : 0);
            if (i < senders) {
                fields.put("everyoneHasAll", flushes.get(i).complete());
            }
            fields.putAll(peer.tally.fields());
            SessionFigures.of(peer.session.statistics()).forEach(fields::putIfAbsent);
            event("member", fields);
        }
    }

    private void requireAll(List<Peer> peers, boolean ended) {
        long unaccounted =
                peers.stream().mapToLong(peer -> peer.tally.unaccounted()).sum();
        outcome().put("members", members).put("complete", ended).put("unaccounted", unaccounted);
        if (unaccounted > 0) {
            throw CommandFailure.failed(unaccounted + " messages were neither delivered nor reported lost");
        }
        if (!ended) {
            throw CommandFailure.incomplete("not every sender's last message came within "
                    + Figures.seconds(patience.toMillis() / 1e3) + " (--patience)");
        }
    }
}
