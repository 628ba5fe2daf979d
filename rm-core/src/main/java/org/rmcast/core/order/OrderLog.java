package org.rmcast.core.order;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The order as far as this member has it: what is settled (committed), of which the oldest may be dropped, and after that what may still be
 * replaced by another sequencer's log. Not thread safe.
 */
final class OrderLog {
    /** More sources than these are not remembered: those whose last message is the longest ago are forgotten. */
    private static final int MOST_SOURCES = 32_768;

    private final long retainBytes;
    private final TreeMap<Long, Entry> entries = new TreeMap<>();
    private long bytes;
    private long base;
    private long end;
    private long committed;
    private List<Long> voters = List.of();
    private final TreeMap<Long, List<Long>> pending = new TreeMap<>();
    /** Of each source the number of its next message after what is committed, the one that was longest silent first. */
    private final Map<Long, Long> numbers = new LinkedHashMap<>();
    /** The same after the end, for sources of what is not committed. */
    private final Map<Long, Long> tailNumbers = new TreeMap<>();

    /** @param retainBytes how much of what is committed is kept for others */
    OrderLog(long retainBytes) {
        this.retainBytes = retainBytes;
    }

    long base() {
        return base;
    }

    long end() {
        return end;
    }

    long committed() {
        return committed;
    }

    /** Who votes after what is committed; empty before a group is founded. */
    List<Long> voters() {
        return voters;
    }

    /** Who is to vote, by the places not committed that say so. */
    SortedMap<Long, List<Long>> pending() {
        return pending;
    }

    /** The number of the next message of a source that is not in the log. */
    long next(long source) {
        Long next = tailNumbers.get(source);
        return next != null ? next : numbers.getOrDefault(source, 0L);
    }

    Map<Long, Long> numbers() {
        return new LinkedHashMap<>(numbers);
    }

    Entry get(long position) {
        Entry entry = entries.get(position);
        if (entry == null) {
            throw new IllegalStateException("no place " + position + " in " + this);
        }
        return entry;
    }

    /** Adds an entry with its content. */
    void append(Entry entry) {
        if (entry instanceof Entry.Message message) {
            if (message.content() == null) {
                throw new IllegalStateException("a message without content at place " + end);
            }
            tailNumbers.put(message.source(), message.number() + 1);
        } else if (entry instanceof Entry.Voters change) {
            pending.put(end, change.ids());
        }
        entries.put(end, entry);
        bytes += entry.bytes();
        end++;
    }

    /** Replaces what is not committed by a part of another log from a place on, which is at most as far as what is committed. */
    void replaceTail(long from, List<Entry> tail) {
        if (from > committed) {
            throw new IllegalStateException("a tail from " + from + " leaves a gap in " + this);
        }
        if (from + tail.size() < committed) {
            throw new IllegalStateException("a tail from " + from + " to " + (from + tail.size())
                    + " would take away what is committed in " + this);
        }
        while (end > committed) {
            end--;
            Entry removed = entries.remove(end);
            bytes -= removed == null ? 0 : removed.bytes();
        }
        pending.clear();
        tailNumbers.clear();
        for (Entry entry : tail.subList((int) (committed - from), tail.size())) {
            append(entry);
        }
    }

    /** Begins anew behind a state. */
    void restore(long position, Map<Long, Long> known, List<Long> votersThere) {
        entries.clear();
        pending.clear();
        tailNumbers.clear();
        numbers.clear();
        numbers.putAll(known);
        bytes = 0;
        base = position;
        end = position;
        committed = position;
        voters = List.copyOf(votersThere);
    }

    /** Commits the next entry. */
    Entry commit() {
        Entry entry = get(committed);
        if (entry instanceof Entry.Message message) {
            Long before = numbers.remove(message.source());
            if (message.number() != (before == null ? 0 : before)) {
                throw new IllegalStateException("message " + message.number() + " of " + message.source() + " at place "
                        + committed + " comes after " + before);
            }
            numbers.put(message.source(), message.number() + 1);
            if (numbers.size() > MOST_SOURCES) {
                numbers.remove(numbers.keySet().iterator().next());
            }
        } else if (entry instanceof Entry.Voters change) {
            voters = change.ids();
            pending.remove(committed);
        }
        committed++;
        if (committed == end) {
            tailNumbers.clear();
        }
        trim();
        return entry;
    }

    private void trim() {
        while (bytes > retainBytes && base < committed) {
            Entry dropped = entries.remove(base++);
            bytes -= dropped == null ? 0 : dropped.bytes();
        }
    }

    /** Entries from a place on, of up to so many bytes, at least one if there is one. */
    List<Entry> from(long position, int mostBytes) {
        List<Entry> some = new ArrayList<>();
        int taken = 0;
        for (long at = position; at < end && taken < mostBytes && some.size() < OrderCodec.MOST_ENTRIES; at++) {
            Entry entry = get(at);
            some.add(entry);
            taken += entry.bytes();
        }
        return some;
    }

    @Override
    public String toString() {
        return "log " + base + " to " + end + ", committed " + committed + ", voters " + voters
                + (pending.isEmpty() ? "" : ", then " + pending);
    }
}
