package org.rmcast.wan;

/**
 * Which of one sender's units this member has passed on: of a packet that comes in copies only the first is. Remembers the latest numbers; what
 * comes later than so many others is not passed on, since its first copy has probably been. Not thread safe.
 */
final class PassedOn {
    static final int KEPT = 1_024;

    private static final long[] NONE = {};

    /** By number modulo {@link #KEPT}; 0 where there was none. */
    private long[] latest = NONE;

    /** Whether a unit was not passed on before; from now on it was. */
    boolean add(long number) {
        if (latest.length == 0) {
            latest = new long[KEPT];
        }
        int index = (int) (number % KEPT);
        boolean isNew = latest[index] < number;
        if (isNew) {
            latest[index] = number;
        }
        return isNew;
    }
}
