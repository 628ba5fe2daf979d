package org.rmcast.core.runtime;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.FlushResult;
import org.rmcast.api.Receipt;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.core.driver.DriverEnd;
import org.rmcast.core.driver.StateApplication;

/** Takes what an engine has for its application. Called on the loop; must not block. */
public interface RunnerListener {
    /** Whether {@link #onMessage} takes one more. After a false, {@link EngineRunner#onRoom} is to be called. */
    boolean hasRoom();

    /** A message for the application. */
    void onMessage(ReceivedMessage message);

    /** An event for the application and the observers. */
    void onEvent(SessionEvent event);

    /** The application as one with a state, null if it has none. Always the same, from the time that the runner is made. */
    default @Nullable StateApplication stateApplication() {
        return null;
    }

    /** The answer to {@link EngineRunner#flush}. */
    void onFlushed(long flushId, FlushResult result);

    /** The engine accepted a message of this number whose receipt is wanted; comes before that receipt. */
    default void onReceiptWanted(long message, CompletableFuture<Receipt> receipt) {}

    /** What became of a message, wanted or not. */
    default void onConfirmed(Receipt receipt) {}

    /** The engine has ended. No further call comes, but that of {@link #onBatchEnd}. Must not throw: nobody is left to tell. */
    void onEnded(DriverEnd end);

    /** A wake-up is over: what was gathered may go to other threads. */
    void onBatchEnd();
}
