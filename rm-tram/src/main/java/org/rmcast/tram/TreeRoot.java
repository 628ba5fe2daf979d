package org.rmcast.tram;

import org.rmcast.tram.wire.TreePlace;

/** The sender's place in the tree, which it numbers anew with each hello, see {@link TreePlace}. */
final class TreeRoot {
    /** At five hellos a second, the waves of 27 years. */
    private static final long MAX_WAVES_CAUGHT_UP = 1L << 32;

    private long wave = 1;

    TreePlace place() {
        return new TreePlace(wave, 1);
    }

    /** A hello is about to be sent. */
    void onHello() {
        wave++;
    }

    /** Somebody was in the tree of an earlier process of this sender, and knows waves yet to come. Nobody may push far. */
    void catchUp(TreePlace known) {
        wave = Math.max(wave, Math.min(known.wave(), wave + MAX_WAVES_CAUGHT_UP));
    }
}
