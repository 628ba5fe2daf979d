package org.rmcast.lab.member;

import java.time.Duration;

/** A member of a group, raw or with a protocol. What it receives goes to the {@link ArrivalMeter} that it was made with. */
interface Endpoint extends AutoCloseable {
    /** Waits until the receivers are there; true at once where nobody can know. */
    boolean awaitReceivers(int count, Duration timeout) throws InterruptedException;

    /** Sends a load, as it becomes due and as fast as messages are accepted. */
    void send(Load load) throws InterruptedException;

    /** Waits until every receiver has everything, or the time is over; true at once where nobody can know. */
    boolean confirm(Duration timeout) throws InterruptedException;

    /** Counters since the start. */
    TrafficFigures traffic() throws InterruptedException;

    @Override
    void close();
}
