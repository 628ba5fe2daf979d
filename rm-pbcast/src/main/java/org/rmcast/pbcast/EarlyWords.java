package org.rmcast.pbcast;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.pbcast.wire.PbcastPacket.Poll;

/**
 * What senders said of their streams before this member knew where they are: kept until they have proved it. Of each the first
 * word counts, which was when it saw this member. Bounded: the oldest makes room. Not thread safe.
 */
final class EarlyWords {
    private static final int MOST = 64;

    private record Word(InetSocketAddress from, Poll poll) {}

    private final Map<Long, Word> words = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Word> eldest) {
            return size() > MOST;
        }
    };

    void keep(long id, InetSocketAddress from, Poll poll) {
        Word before = words.get(id);
        boolean later =
                before != null && before.from().equals(from) && before.poll().limit() <= poll.limit();
        if (!later) {
            words.put(id, new Word(from, poll));
        }
    }

    /** Takes out what a sender said, if it was from this address; null if nothing was. */
    @Nullable
    Poll take(long id, @Nullable InetSocketAddress from) {
        Word word = words.get(id);
        if (word == null || !word.from().equals(from)) {
            return null;
        }
        words.remove(id);
        return word.poll();
    }
}
