package org.rmcast.core.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EventCause;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent.MessagesLost;
import org.rmcast.core.engine.Reason;
import org.rmcast.core.engine.Snapshot;
import org.rmcast.core.engine.StateVector;

/** What is known of the messages that an application has, and of those that it waits for. */
class StateKeeperTest {
    private final List<String> calls = new ArrayList<>();
    private final StateKeeper keeper = new StateKeeper(new RecordingApplication());

    private static StateVector vector(long source, long message) {
        return new StateVector(new long[] {source}, new long[] {message}, new long[1]);
    }

    @Test
    void shouldSayWhatIsInASnapshot() {
        keeper.delivered(7, 0);
        keeper.delivered(-3, 40);
        keeper.delivered(7, 1);
        keeper.takeSnapshot(5, source -> source == 7 ? 12 : 0);
        keeper.delivered(7, 2);
        Snapshot snapshot = Objects.requireNonNull(keeper.taken(5, StateApplication.content(new byte[3])));
        assertThat(snapshot.vector()).hasToString("[-3 from 41, 7 from 2]");
        assertThat(snapshot.vector().packet(1)).isEqualTo(12);
        assertThat(snapshot.whole()).isTrue();
        assertThat(keeper.taken(5, StateApplication.content(new byte[3]))).isNull();
        assertThat(calls).containsExactly("snapshot 5");
    }

    @Test
    void shouldKnowWhatAStateMustNotLeaveOut() {
        keeper.delivered(7, 9);
        assertThat(keeper.begin()).isTrue();
        assertThat(keeper.begin()).isFalse();
        keeper.delivered(7, 10);
        keeper.delivered(8, 3);
        assertThat(keeper.needed(7)).isEqualTo(10);
        assertThat(keeper.needed(8)).isEqualTo(3);
        assertThat(keeper.needed(9)).isEqualTo(-1);
        assertThat(keeper.tooEarly(vector(7, 9))).isEqualTo(7);
        assertThat(keeper.tooEarly(vector(7, 10))).isEqualTo(8);
        assertThat(keeper.tooEarly(new StateVector(new long[] {7, 8}, new long[] {30, 3}, new long[2])))
                .isNull();
    }

    @Test
    void shouldGoOnFromTheStateThatItTook() {
        keeper.begin();
        keeper.delivered(7, 10);
        keeper.begin(2, vector(7, 30), true);
        keeper.end();
        assertThat(keeper.isWaiting()).isFalse();
        assertThat(keeper.delivered(7L)).isEqualTo(30);
        assertThat(calls).containsExactly("hold", "begin 2 [7 from 30] true", "end");
    }

    @Test
    void shouldKnowWhetherMessagesAreMissing() {
        keeper.lost(new MessagesLost(7, 0, 3, EventCause.NOT_HELD, "late"));
        assertThat(keeper.isWhole()).isFalse();
        keeper.begin();
        keeper.lost(new MessagesLost(7, 5, 8, EventCause.NOT_HELD, "late"));
        keeper.begin(2, vector(7, 8), true);
        keeper.end();
        assertThat(keeper.isWhole()).as("what was lost is in the state").isTrue();
        keeper.begin();
        keeper.lost(new MessagesLost(7, 9, 10, EventCause.NOT_HELD, "late"));
        keeper.begin(2, vector(7, 9), true);
        keeper.end();
        assertThat(keeper.isWhole()).isFalse();
    }

    @Test
    void shouldForgetThoseWhoWereSilentForLongest() {
        for (long source = 1; source <= DeliveredPositions.MOST + 1; source++) {
            keeper.delivered(source, source);
        }
        assertThat(keeper.delivered(1L)).isZero();
        assertThat(keeper.delivered(DeliveredPositions.MOST)).isEqualTo(DeliveredPositions.MOST + 1);
    }

    @Test
    void shouldPassOnlyWhatIsNotInTheState() {
        StateFilter filter = new StateFilter(vector(7, 5));
        assertThat(filter.isNew(new ReceivedMessage(7, 4, ByteBuffer.allocate(0))))
                .isFalse();
        assertThat(filter.isNew(new ReceivedMessage(7, 5, ByteBuffer.allocate(0))))
                .isTrue();
        assertThat(filter.isNew(new ReceivedMessage(6, 0, ByteBuffer.allocate(0))))
                .isTrue();
        assertThat(filter.newPart(new MessagesLost(7, 1, 5, EventCause.NOT_HELD, "late")))
                .isNull();
        assertThat(filter.newPart(new MessagesLost(7, 1, 9, EventCause.NOT_HELD, "late")))
                .isEqualTo(new MessagesLost(7, 5, 9, EventCause.NOT_HELD, "late"));
        assertThat(filter.newPart(new MessagesLost(6, 1, 9, EventCause.NOT_HELD, "late")))
                .isEqualTo(new MessagesLost(6, 1, 9, EventCause.NOT_HELD, "late"));
    }

    private final class RecordingApplication implements StateApplication {
        @Override
        public boolean provides() {
            return true;
        }

        @Override
        public void hold() {
            calls.add("hold");
        }

        @Override
        public void snapshot(long id) {
            calls.add("snapshot " + id);
        }

        @Override
        public void begin(long providerId, StateVector vector, boolean whole) {
            calls.add("begin " + providerId + " " + vector + " " + whole);
        }

        @Override
        public int room() {
            return 1;
        }

        @Override
        public void bytes(byte[] from, int offset, int count) {
            calls.add("bytes " + count);
        }

        @Override
        public void end() {
            calls.add("end");
        }

        @Override
        public void failed(boolean first, Reason reason) {
            calls.add("failed " + first);
        }
    }
}
