package org.rmcast.core.buffer;

/** Decides which packets a buffer still needs. */
@FunctionalInterface
public interface RetentionPolicy {
    /**
     * The lowest sequence still needed; everything below may be released.
     *
     * @param first the lowest sequence held
     * @param limit the sequence after the highest held
     * @param nowNanos the time
     */
    long retainFrom(long first, long limit, long nowNanos);
}
