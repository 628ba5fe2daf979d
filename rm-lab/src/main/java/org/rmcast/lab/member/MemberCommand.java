package org.rmcast.lab.member;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a member process is told, one JSON object a line.
 *
 * @param action what to do
 * @param settings the member that {@link Action#OPEN} opens
 * @param run which run; {@link Action#EXPECT} and {@link Action#SEND} of one run have the same number
 * @param receivers how many receivers {@link Action#AWAIT} waits for
 * @param load what {@link Action#SEND} sends
 * @param latency whether {@link Action#EXPECT} is to record the latency of each message
 */
public record MemberCommand(
        Action action, @Nullable MemberSettings settings, int run, int receivers, LoadSettings load, boolean latency) {
    /** What a member can do. */
    public enum Action {
        /** Open a member, after closing the one before; memory is counted anew. */
        OPEN,
        /** A sender: wait until the receivers are there. */
        AWAIT,
        /** Count anew, for this run: all members, before its sender is told to send. */
        EXPECT,
        /** A sender: send, and wait until everything is confirmed where the protocol does that. */
        SEND,
        /** A receiver: wait until nothing more comes, and say what came. */
        REPORT
    }

    private static final LoadSettings NOTHING = new LoadSettings(LoadSettings.MIN_BYTES, 1, 1, 0);

    public MemberCommand {
        Objects.requireNonNull(action, "action");
        Objects.requireNonNull(load, "load");
    }

    /** Opens a member. */
    public static MemberCommand open(MemberSettings settings) {
        return new MemberCommand(Action.OPEN, settings, 0, 0, NOTHING, false);
    }

    /** Waits for receivers. */
    public static MemberCommand await(int receivers) {
        return new MemberCommand(Action.AWAIT, null, 0, receivers, NOTHING, false);
    }

    /** Counts anew. */
    public static MemberCommand expect(int run, boolean latency) {
        return new MemberCommand(Action.EXPECT, null, run, 0, NOTHING, latency);
    }

    /** Sends. */
    public static MemberCommand send(int run, LoadSettings load) {
        return new MemberCommand(Action.SEND, null, run, 0, load, false);
    }

    /** Says what came. */
    public static MemberCommand report(int run) {
        return new MemberCommand(Action.REPORT, null, run, 0, NOTHING, false);
    }
}
