package org.rmcast.tram;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The rules of the Java Reliable Multicast Service 1.1 that this protocol otherwise replaces with its own, each to be switched on alone:
 * parameter {@code jrmsRules}, all of them with the preset {@code paper}, none otherwise. Each names the class of JRMS that has it.
 */
public enum JrmsRule {
    /**
     * TRAMRateAdjuster.getActualDataRate, OutputDispThread: how long the sender waits after a packet is the time of that packet at {@code min +
     * (w / aw)(rate - min)}, with the window w that is open then and for no longer than a second. So a closed window lets one packet through
     * each second, and is no stop; only a full cache is. When a closed window is open again the rate is the average; no rate is too low.
     */
    TRICKLE,
    /**
     * TRAMRateAdjuster.calculateAverageDataRate: the average rate is looked at as each ack window ends, over the ack windows that ended in
     * the last five seconds, and is the one of the last look in between.
     */
    AVERAGE,
    /**
     * TRAMRateAdjuster.adjustRate: the rate rises after an ack window over whose packets the open window was wider in sum than over those of
     * the one before; or as wide, and that a maximum window in sum. The end of slow start alone changes no rate.
     */
    GROWTH,
    /** TRAMMemberAck.sendAck: the next scheduled acknowledgement is an ack window away only from one that was due by schedule. */
    NEXT_ACK,
    /**
     * TRAMMemberAck.loadTimer and handleTimeout: what is missing is asked for again with the next acknowledgement by schedule, or when twice the
     * time that the last ack window took has passed without any acknowledgement. It is five seconds before that is known.
     */
    ACK_TIMER,
    /**
     * HelloThread.handleTimeout and buildAndDispatchHelloPacket: hellos are as far apart as the timer of {@link #ACK_TIMER} is long, three seconds
     * at least; at the sender five; one second while a member owes an answer and the cache is above its high mark, or the window is
     * less than an ack window open.
     */
    HELLO,
    /**
     * TRAMGenericDataCache.findAndRemoveBadMembers: a head whose cache cannot be purged below its high mark disowns a member that
     * acknowledged nothing of it, and raises the mark by an ack window if there is none. The one that is least advanced is
     * chosen here; JRMS takes the most advanced of those.
     */
    DISOWN,
    /**
     * GroupMgmtThread.processAckPacket: when a member goes, all that the others have acknowledged is purged, whatever the marks say. At the
     * sender also when a head below has pruned one: Khanna, Rogers, Bagchi, section 5.2.2.
     */
    PURGE,
    /** TRAMHeadAck.receiveAckPacket: a head passes CONGESTION of a member up at once, once per ack window. */
    CONGESTION,
    /** TRAMMemberAck.receiveDataPacket: repairs of a head leave at the rate that the sender's packets carry. */
    REPAIR_RATE,
    /**
     * GroupMgmtThread: a head is left when it is silent, resigns or disowns, and not because it does not repair. What no head repairs then
     * holds its member, and the group, up until something else ends that.
     */
    STAY;

    /** As it is written in a channel. */
    public String written() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** All, as they are written. */
    static List<String> all() {
        return Arrays.stream(values()).map(JrmsRule::written).toList();
    }

    /**
     * Those of a list.
     *
     * @throws IllegalArgumentException naming one that is not known, and those that are
     */
    static Set<JrmsRule> parseAll(List<String> names) {
        EnumSet<JrmsRule> rules = EnumSet.noneOf(JrmsRule.class);
        for (String name : names) {
            if (!all().contains(name)) {
                throw new IllegalArgumentException(
                        "parameter 'jrmsRules' has no '" + name + "'; its rules are " + String.join(", ", all()));
            }
            rules.add(valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_')));
        }
        return Collections.unmodifiableSet(rules);
    }
}
