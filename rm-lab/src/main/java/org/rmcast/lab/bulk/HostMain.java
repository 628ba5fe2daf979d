package org.rmcast.lab.bulk;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.rmcast.bulk.BulkReceiver;
import org.rmcast.lab.member.LifeLimit;
import org.rmcast.lab.member.MemberJson;
import org.rmcast.lab.member.ProcessMeter;

/**
 * A process with many receivers: reads {@link HostSettings} from a line of standard input, says where they are, and says what came of it for each
 * further line. Ends with standard input, and in any case after the seconds in its settings.
 */
final class HostMain {
    private HostMain() {}

    /** Runs it. */
    public static void main(String[] arguments) throws IOException {
        ObjectMapper json = MemberJson.mapper();
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        HostSettings settings = json.readValue(in.readLine(), HostSettings.class);
        LifeLimit.set(settings.seconds());
        List<BulkReceiver> receivers = new ArrayList<>();
        Queue<CheckingSink> sinks = new ConcurrentLinkedQueue<>();
        MadeUpBytes expected = new MadeUpBytes(settings.seed());
        try {
            for (int i = 0; i < settings.receivers(); i++) {
                receivers.add(BulkReceiver.receive(
                        settings.channel(),
                        dataSet -> {
                            CheckingSink sink = new CheckingSink(expected, dataSet);
                            sinks.add(sink);
                            return sink;
                        },
                        settings.options(i),
                        event -> {}));
            }
            ProcessMeter meter = new ProcessMeter();
            List<Integer> ports = receivers.stream()
                    .map(receiver -> receiver.address().getPort())
                    .toList();
            out.println(json.writeValueAsString(new HostReply(ports, 0, null, null)));
            while (in.readLine() != null) {
                int identical =
                        (int) sinks.stream().filter(CheckingSink::isIdentical).count();
                out.println(json.writeValueAsString(new HostReply(ports, identical, meter.read(), null)));
            }
        } catch (IOException | RuntimeException e) {
            out.println(json.writeValueAsString(new HostReply(List.of(), 0, null, e.toString())));
        }
        // Nobody is waited for: what is to be said was said.
        System.exit(0);
    }
}
