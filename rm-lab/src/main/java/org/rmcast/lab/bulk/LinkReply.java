package org.rmcast.lab.bulk;

import org.jspecify.annotations.Nullable;

/**
 * What a member of a {@link SharedLink} says: a receiver that it is there, the sender what has left when all is transferred.
 *
 * @param bytes that left the sender's interface
 * @param seconds that it took
 * @param error why it could not go on
 */
record LinkReply(long bytes, double seconds, @Nullable String error) {}
