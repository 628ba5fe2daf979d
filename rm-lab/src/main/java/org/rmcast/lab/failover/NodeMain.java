package org.rmcast.lab.failover;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.rmcast.lab.member.LifeLimit;
import org.rmcast.lab.member.MemberJson;

/**
 * A process with one member: reads {@link NodeSettings} from a line of standard input and opens it, and carries out a {@link NodeCommand} for each
 * further line. Every line is answered with a {@link NodeReport}. Ends with standard input, and in any case after the seconds in its settings.
 */
final class NodeMain {
    private NodeMain() {}

    /** Runs it. */
    public static void main(String[] arguments) throws IOException {
        ObjectMapper json = MemberJson.mapper();
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        NodeSettings settings = json.readValue(in.readLine(), NodeSettings.class);
        LifeLimit.set(settings.lifeSeconds());
        try (Node node = new Node(settings)) {
            out.println(json.writeValueAsString(node.report(false)));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.println(json.writeValueAsString(node.execute(json.readValue(line, NodeCommand.class))));
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            out.println(json.writeValueAsString(NodeReport.failed(e)));
        }
        // Nobody is waited for: what is to be said was said.
        System.exit(0);
    }
}
