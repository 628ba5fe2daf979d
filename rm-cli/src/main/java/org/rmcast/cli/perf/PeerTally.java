package org.rmcast.cli.perf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.rmcast.api.EventListener;
import org.rmcast.api.MessageListener;
import org.rmcast.api.ReceivedMessage;
import org.rmcast.api.SessionEvent;
import org.rmcast.cli.common.EpochClock;

/**
 * What one peer got from each other one: every message of a source, from the first one heard to its last, was delivered or
 * reported lost, or it is counted as unaccounted. Any thread may ask.
 */
final class PeerTally implements MessageListener, EventListener {
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int MAX_RANGES = 20;

    private final Map<Long, Source> sources = new TreeMap<>();
    /** Messages by second of the epoch. */
    private final TreeMap<Long, Long> perSecond = new TreeMap<>();

    private final List<String> lostRanges = new ArrayList<>();
    private long delivered;
    private long lost;
    private long unaccounted;

    private static final class Source {
        long next = -1;
        boolean ended;
    }

    @Override
    public synchronized void onMessage(ReceivedMessage message) {
        Source source = sources.computeIfAbsent(message.sourceId(), id -> new Source());
        passTo(source, message.sequence());
        source.next = message.sequence() + 1;
        delivered++;
        perSecond.merge(EpochClock.nanos() / SECOND_NANOS, 1L, Long::sum);
        var payload = message.payload();
        source.ended |= PerfPayload.isTimed(payload) && PerfPayload.dueEpochNanos(payload) == PerfPayload.LAST;
    }

    @Override
    public synchronized void onEvent(SessionEvent event) {
        if (event instanceof SessionEvent.MessagesLost range) {
            Source source = sources.computeIfAbsent(range.sourceId(), id -> new Source());
            passTo(source, range.firstMessage());
            source.next = range.limitMessage();
            lost += range.limitMessage() - range.firstMessage();
            if (lostRanges.size() < MAX_RANGES) {
                lostRanges.add(Long.toHexString(range.sourceId()) + ": " + range.firstMessage() + " to "
                        + (range.limitMessage() - 1) + ", " + range.reason());
            }
        } else if (event instanceof SessionEvent.StreamEnded end) {
            sources.computeIfAbsent(end.sourceId(), id -> new Source()).ended = true;
        } else if (event instanceof SessionEvent.SenderLost end) {
            sources.computeIfAbsent(end.sourceId(), id -> new Source()).ended = true;
        }
    }

    private void passTo(Source source, long sequence) {
        if (source.next >= 0) {
            unaccounted += sequence - source.next;
        }
    }

    /** How many sources have ended, here. */
    synchronized int ended() {
        return (int) sources.values().stream().filter(source -> source.ended).count();
    }

    synchronized long delivered() {
        return delivered;
    }

    synchronized long lost() {
        return lost;
    }

    /** Messages that were neither delivered nor reported lost: always 0, or the protocol is broken. */
    synchronized long unaccounted() {
        return unaccounted;
    }

    /** The fields of the JSON line. */
    synchronized Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("sources", sources.size());
        fields.put("endedSources", ended());
        fields.put("delivered", delivered);
        fields.put("lost", lost);
        fields.put("unaccounted", unaccounted);
        fields.put("lostRanges", lostRanges);
        fields.put("firstSecond", perSecond.isEmpty() ? 0 : perSecond.firstKey());
        List<Long> series = new ArrayList<>();
        if (!perSecond.isEmpty()) {
            for (long second = perSecond.firstKey(); second <= perSecond.lastKey(); second++) {
                series.add(perSecond.getOrDefault(second, 0L));
            }
        }
        fields.put("deliveredPerSecond", series);
        return fields;
    }
}
