package org.rmcast.lab.member;

/**
 * What a sender sends in one run: until the time or the number is reached, whichever is first.
 *
 * @param messageBytes the size of each message, {@value #MIN_BYTES} or more
 * @param seconds how long to send, above 0
 * @param messages how many messages at most, at least 1
 * @param messagesPerSecond the pace; 0 is as fast as it goes
 */
public record LoadSettings(int messageBytes, double seconds, long messages, double messagesPerSecond) {
    /** What a {@link Stamp} needs. */
    public static final int MIN_BYTES = Stamp.BYTES;

    public LoadSettings {
        if (messageBytes < MIN_BYTES) {
            throw new IllegalArgumentException("messageBytes must be at least " + MIN_BYTES + ", was " + messageBytes);
        }
        if (!(seconds > 0)) {
            throw new IllegalArgumentException("seconds must be positive, was " + seconds);
        }
        if (messages < 1) {
            throw new IllegalArgumentException("messages must be at least 1, was " + messages);
        }
        if (!(messagesPerSecond >= 0)) {
            throw new IllegalArgumentException("messagesPerSecond must not be negative, was " + messagesPerSecond);
        }
    }
}
