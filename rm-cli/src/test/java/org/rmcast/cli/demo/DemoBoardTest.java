package org.rmcast.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rmcast.api.Channel;
import org.rmcast.api.TransportKind;
import org.rmcast.examples.video.TsClip;

class DemoBoardTest {
    private static final Duration MOMENT = Duration.ofMillis(1);

    private final DemoBoard board = new DemoBoard();
    private DemoPlan plan = plan(2, 2);
    private List<MemberSpec> specs = plan.members();

    private static DemoPlan plan(int receivers, int heads) {
        try {
            Path clip = Path.of(DemoBoardTest.class
                    .getResource("/org/rmcast/cli/demo/clip.ts")
                    .toURI());
            return new DemoPlan(
                    Channel.builder("demo").group("239.192.7.1").port(7000).build(),
                    TsClip.open(clip),
                    Path.of("/tmp"),
                    1,
                    receivers,
                    heads,
                    5,
                    42,
                    TransportKind.AUTO,
                    true,
                    null);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void addMembers() {
        specs.forEach(board::add);
        specs.forEach(spec -> board.signal(spec, new MemberSignal.Opened()));
    }

    private MemberSpec spec(String name) {
        return specs.stream()
                .filter(spec -> spec.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private MemberView member(int index) {
        return board.read(DemoBoard::members).get(index);
    }

    private void report(String name, String head, int buffered) {
        board.signal(
                spec(name),
                new MemberSignal.Reported(new MemberStatus(
                        282,
                        1000,
                        3,
                        2,
                        1,
                        0,
                        0,
                        0,
                        buffered,
                        100,
                        2,
                        spec(head).memberId(),
                        List.of())));
    }

    private String picture() {
        return String.join("\n", board.read(new DemoScreen(plan, false)::picture));
    }

    @Test
    void shouldPlanTheMembersFromTheSeed() {
        assertThat(specs.stream().map(MemberSpec::name))
                .containsExactly("sender", "head-1", "head-2", "receiver-1", "receiver-2");
        assertThat(specs.stream().map(MemberSpec::memberId))
                .doesNotHaveDuplicates()
                .doesNotContain(0L);
        assertThat(specs.stream().map(MemberSpec::impairments).distinct()).hasSize(3);
        assertThat(plan(2, 2).members()).isEqualTo(specs);
    }

    @Test
    void shouldDrawWhoHangsOnWhom() {
        report("head-1", "sender", 50);
        report("head-2", "sender", 0);
        report("receiver-1", "head-1", 7);
        String picture = picture();
        assertThat(picture)
                .contains("sender    ")
                .contains("|- head-1 ")
                .contains("|  `- receiver-1")
                .contains("`- head-2");
        assertThat(picture).contains("receiver-2 (no head yet)").contains("50.0 %");
        assertThat(board.read(new DemoScreen(plan, false)::line)).contains("sender(h1 h2) head-1(r1)");
        assertThat(String.join("\n", board.read(new DemoScreen(plan, true)::picture)))
                .contains("\u2514\u2500 head-2");
    }

    @Test
    void shouldShowMembersOfADeadHeadApart() {
        report("head-1", "sender", 0);
        report("receiver-1", "head-1", 0);
        board.killed(spec("head-1"));
        assertThat(picture()).contains("head-1 (killed)").contains("receiver-1 (was under head-1)");
    }

    @Test
    void shouldNameTheMembersInItsLog() {
        MemberSpec receiver = spec("receiver-1");
        long first = spec("head-1").memberId();
        long second = spec("head-2").memberId();
        board.signal(receiver, new MemberSignal.HeadChanged(0, first, "joined"));
        board.signal(receiver, new MemberSignal.HeadChanged(first, 0, "silent for 2 s"));
        board.signal(receiver, new MemberSignal.HeadChanged(0, second, "joined"));
        board.signal(spec("sender"), new MemberSignal.Pruned(first, "silent"));
        assertThat(board.read(DemoBoard::log).stream().map(DemoBoard.Entry::text))
                .containsExactly(
                        "receiver-1 lost its repair head head-1: silent for 2 s",
                        "receiver-1 has a new repair head: head-2",
                        "sender pruned head-1: silent");
        assertThat(member(3).heads()).containsExactly(first, second);
    }

    @Test
    void shouldNotListenToTheDead() {
        MemberSpec head = spec("head-1");
        board.killed(head);
        board.signal(head, new MemberSignal.Finished("the session was closed"));
        board.signal(head, new MemberSignal.Gone("exit code 137"));
        assertThat(member(1).state()).isEqualTo(MemberView.State.KILLED);
        assertThat(board.read(DemoBoard::broken)).isEmpty();
    }

    @Test
    void shouldKnowWhoCanNotGoOn() {
        board.signal(spec("receiver-2"), new MemberSignal.Gone("exit code 1"));
        assertThat(board.read(DemoBoard::broken).map(member -> member.spec().name()))
                .contains("receiver-2");
    }

    @Test
    void shouldNoticeMembersThatFailBeforeTheStreamBegins() {
        board.signal(spec("receiver-2"), new MemberSignal.Finished("port in use"));
        assertThat(board.read(DemoBoard::broken).map(MemberView::problem)).contains("port in use");
    }

    @Test
    void shouldWaitForAConditionButNotForever() throws Exception {
        assertThat(board.await(DemoBoard::isStreaming, MOMENT)).isFalse();
        Thread signaller = new Thread(() -> board.signal(spec("sender"), new MemberSignal.Streaming()));
        signaller.start();
        assertThat(board.await(DemoBoard::isStreaming, Duration.ofSeconds(30))).isTrue();
        signaller.join();
    }
}
