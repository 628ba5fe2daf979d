package org.rmcast.examples.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import org.rmcast.api.Channel;
import org.rmcast.junit.MulticastTest;
import org.rmcast.junit.TestNetwork;

/** Three members over a network in memory, by either protocol of equals. */
class SharedLedgerTest {
    private static Channel channel(String protocol) {
        return Channel.builder("ledger")
                .group("239.192.7.3")
                .port(7620)
                .protocol(protocol)
                .build();
    }

    @MulticastTest(network = "loss=2%,delay=2ms", timeout = "90s")
    void shouldSurviveACrashOverTheWideAreaGroup(TestNetwork network) throws Exception {
        surviveACrash(network, channel("wan"));
    }

    @MulticastTest(network = "loss=2%,delay=2ms", timeout = "90s")
    void shouldSurviveACrashOverBimodalMulticast(TestNetwork network) throws Exception {
        surviveACrash(network, channel("pbcast"));
    }

    private static void surviveACrash(TestNetwork network, Channel channel) throws Exception {
        Set<String> acknowledged = new ConcurrentSkipListSet<>();
        List<SharedLedger> members = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                members.add(new SharedLedger(network.on(channel).memberName("member " + i)));
            }
            for (SharedLedger member : members) {
                assertThat(member.awaitMajority(Duration.ofSeconds(30))).isTrue();
            }
            for (int i = 0; i < 600; i++) {
                if (i == 300) {
                    network.await("some acknowledged", () -> acknowledged.size() >= 100);
                    members.remove(0).abort();
                }
                String id = "t" + i;
                members.get(i % members.size())
                        .transfer(new Transfer(id, i % 3 == 0 ? Ledger.BANK : "anna", "bert", 1 + i % 5))
                        .thenRun(() -> acknowledged.add(id));
            }
            SharedLedger one = members.get(0);
            SharedLedger two = members.get(1);
            // A third of what came before the crash was the victim's, and may be in the ledgers or not.
            network.await("everything of those that are there", () -> acknowledged.size() >= 500);
            network.await(
                    "equal ledgers",
                    () -> one.ledger().size() >= 500
                            && one.ledger().hash().equals(two.ledger().hash()));
            assertThat(ids(one)).containsAll(acknowledged);
            assertThat(one.ledger().sum()).isZero();
            try (SharedLedger late = new SharedLedger(network.on(channel).memberName("late"))) {
                network.await(
                        "the ledger at a new member",
                        () -> late.ledger().hash().equals(one.ledger().hash()));
            }
        } finally {
            members.forEach(SharedLedger::abort);
        }
    }

    private static Set<String> ids(SharedLedger shared) {
        return shared.ledger().entries().stream()
                .map(entry -> entry.transfer().id())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
