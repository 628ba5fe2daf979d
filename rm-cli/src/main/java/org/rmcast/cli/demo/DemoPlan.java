package org.rmcast.cli.demo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.ChannelJson;
import org.rmcast.api.Role;
import org.rmcast.api.TransportKind;
import org.rmcast.cli.common.CommandFailure;
import org.rmcast.examples.video.TsClip;

/**
 * Who takes part in the demo, and under which conditions.
 *
 * @param channel where they meet
 * @param clip what is streamed
 * @param directory where members leave their files
 * @param speed times the clip's own speed
 * @param receivers 1 to 100
 * @param heads repair heads, 0 to 20
 * @param lossPercent of the datagrams that reach each receiver, independently
 * @param seed of all randomness
 * @param transport which of Netty's channels to use
 * @param kill whether a repair head is killed on the way
 * @param saboteur the receiver that spoils its copy, if any
 */
record DemoPlan(
        Channel channel,
        TsClip clip,
        Path directory,
        double speed,
        int receivers,
        int heads,
        double lossPercent,
        long seed,
        TransportKind transport,
        boolean kill,
        @Nullable String saboteur) {
    DemoPlan {
        range("--speed", speed, 0.01, 1000);
        range("--receivers", receivers, 1, 100);
        range("--heads", heads, 0, 20);
        range("--loss", lossPercent, 0, 90);
        if (kill && heads == 0) {
            throw CommandFailure.usage("without a repair head none can be killed; add --no-kill");
        }
    }

    private static void range(String option, double value, double min, double max) {
        if (!(value >= min && value <= max)) {
            throw CommandFailure.usage(String.format(
                    Locale.ROOT, "%s must be %s to %s, was %s", option, plain(min), plain(max), plain(value)));
        }
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    /** The sender, the repair heads and the receivers, in this order. */
    List<MemberSpec> members() {
        SplittableRandom random = new SplittableRandom(seed);
        List<MemberSpec> members = new ArrayList<>();
        members.add(member("sender", Role.SENDER, random));
        for (int i = 1; i <= heads; i++) {
            members.add(member("head-" + i, Role.REPAIR_NODE, random));
        }
        for (int i = 1; i <= receivers; i++) {
            members.add(member("receiver-" + i, Role.RECEIVER, random));
        }
        if (saboteur != null && members.stream().noneMatch(DemoPlan::isSabotaged)) {
            throw CommandFailure.usage("--sabotage " + saboteur + ": there is no such receiver, they are receiver-1 to "
                    + "receiver-" + receivers);
        }
        return members;
    }

    private static boolean isSabotaged(MemberSpec member) {
        return member.sabotaged();
    }

    private MemberSpec member(String name, Role role, SplittableRandom random) {
        String impairments = role == Role.RECEIVER
                ? String.format(Locale.ROOT, "loss=%s%%,seed=%d", lossPercent, random.nextLong())
                : "none";
        return new MemberSpec(
                name,
                role,
                random.nextLong() | 1,
                random.nextLong(),
                ChannelJson.write(channel),
                impairments,
                transport,
                directory.toString(),
                clip.path().toString(),
                speed,
                receivers,
                role == Role.RECEIVER && name.equals(saboteur));
    }
}
