package org.rmcast.core.impair;

/** Decides, datagram by datagram, what a network loses. Asked once for each datagram. Not thread safe. */
public interface LossModel {
    /** Whether the next datagram is lost. */
    boolean shouldDrop();

    /** A model that loses nothing. */
    static LossModel none() {
        return () -> false;
    }
}
