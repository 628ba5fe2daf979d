package org.rmcast.core.driver;

import org.rmcast.core.engine.Reason;
import org.rmcast.core.engine.Snapshot;
import org.rmcast.core.engine.StateVector;

/** An application that gives and takes a state, as its driver sees it; see {@link DriverHost#stateApplication()}. */
public interface StateApplication {
    /** Whether it can give its state away. */
    boolean provides();

    /** The application is given nothing more, from here on in the order of deliveries, until {@link #end} or {@link #failed}. */
    void hold();

    /**
     * Between the messages delivered before and those after, the application is to write its state down; the host then calls {@link
     * EngineDriver#snapshotTaken} with the content, whenever.
     */
    void snapshot(long id);

    /**
     * A state begins to come; what came before of one that was not completed is void.
     *
     * @param vector the messages that are in it: they, and losses among them, are not for the application any more
     */
    void begin(long providerId, StateVector vector, boolean whole);

    /** How many bytes {@link #bytes} takes. When there is room again after there was none the host begins a wake-up. */
    int room();

    /** The next bytes of the state; the array is not changed any more. */
    void bytes(byte[] from, int offset, int count);

    /** The state is complete; messages go on behind it. */
    void end();

    /** There is none; messages go on. */
    void failed(boolean first, Reason reason);

    /** For tests and small states: content in one array. */
    static Snapshot.Content content(byte[] bytes) {
        return new Snapshot.Content() {
            @Override
            public long length() {
                return bytes.length;
            }

            @Override
            public void read(long offset, byte[] into, int at, int count) {
                System.arraycopy(bytes, (int) offset, into, at, count);
            }
        };
    }
}
