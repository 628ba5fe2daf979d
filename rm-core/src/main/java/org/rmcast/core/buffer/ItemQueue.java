package org.rmcast.core.buffer;

import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A queue of objects in short arrays, each filled soon after it was made: to store a reference in an array that has grown old costs a
 * collector's barrier far more than the rest of it. A whole queue is appended to another one in a few steps. An array that was
 * emptied points to no other one: an old one that did would keep alive, and make a collector copy, all that were ever behind it.
 * Not thread safe.
 */
public final class ItemQueue<E> {
    private static final int LENGTH = 64;

    private static final class Part {
        final @Nullable Object[] items = new Object[LENGTH];
        int first;
        int limit;

        @Nullable
        Part before;

        @Nullable
        Part next;

        boolean isEmpty() {
            return first == limit;
        }
    }

    private @Nullable Part head;
    private @Nullable Part tail;

    public boolean isEmpty() {
        return peekFirst() == null;
    }

    public void add(E item) {
        Part last = tail;
        if (last == null || last.limit == LENGTH) {
            last = new Part();
            link(last, last);
        }
        last.items[last.limit++] = item;
    }

    /** Puts an item before all others. */
    public void addFirst(E item) {
        Part part = head;
        if (part == null || part.first == 0) {
            Part before = new Part();
            before.first = LENGTH;
            before.limit = LENGTH;
            before.next = part;
            if (part == null) {
                tail = before;
            } else {
                part.before = before;
            }
            head = before;
            part = before;
        }
        part.items[--part.first] = item;
    }

    private void link(Part from, Part to) {
        Part last = tail;
        if (last == null) {
            head = from;
        } else {
            last.next = from;
            from.before = last;
        }
        tail = to;
    }

    /** Adds all items of another queue, which is empty then. */
    public void append(ItemQueue<E> other) {
        if (!other.isEmpty() && other.head != null && other.tail != null) {
            link(other.head, other.tail);
            other.clear();
        }
    }

    public void clear() {
        head = null;
        tail = null;
    }

    /** The first item, or null. */
    public @Nullable E peekFirst() {
        Part part = head;
        while (part != null && part.isEmpty()) {
            if (part.next == null && part.limit < LENGTH) {
                return null;
            }
            Part emptied = part;
            part = emptied.next;
            head = part;
            if (part == null) {
                tail = null;
            } else {
                part.before = null;
            }
            emptied.next = null;
        }
        return part == null ? null : item(part, part.first);
    }

    /**
     * Takes the first item out.
     *
     * @throws NoSuchElementException if there is none
     */
    public E removeFirst() {
        E item = peekFirst();
        Part part = head;
        if (item == null || part == null) {
            throw new NoSuchElementException("the queue is empty");
        }
        part.items[part.first++] = null;
        return item;
    }

    /** The last item, or null. */
    public @Nullable E peekLast() {
        Part part = tail;
        while (part != null && part.isEmpty()) {
            if (part.before == null && part.limit < LENGTH) {
                return null;
            }
            Part emptied = part;
            part = emptied.before;
            tail = part;
            if (part == null) {
                head = null;
            } else {
                part.next = null;
            }
            emptied.before = null;
        }
        return part == null ? null : item(part, part.limit - 1);
    }

    /**
     * Takes the last item out.
     *
     * @throws NoSuchElementException if there is none
     */
    public E removeLast() {
        E item = peekLast();
        Part part = tail;
        if (item == null || part == null) {
            throw new NoSuchElementException("the queue is empty");
        }
        part.items[--part.limit] = null;
        return item;
    }

    @SuppressWarnings("unchecked") // nothing else is put in
    private @Nullable E item(Part part, int index) {
        return (E) part.items[index];
    }

    /** How many items are of a class. */
    public int count(Class<?> type) {
        int count = 0;
        for (Part part = head; part != null; part = part.next) {
            for (int i = part.first; i < part.limit; i++) {
                count += type.isInstance(Objects.requireNonNull(part.items[i])) ? 1 : 0;
            }
        }
        return count;
    }
}
