package org.rmcast.links;

/** Which way datagrams pass a node's link. */
public enum Direction {
    /** What arrives at the node: independent of what other nodes receive. */
    IN("in"),
    /** What the node sends: whatever is done to a multicast is done to it for all receivers alike. */
    OUT("out");

    private final String word;

    Direction(String word) {
        this.word = word;
    }

    @Override
    public String toString() {
        return word;
    }
}
