package org.rmcast.sim.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rmcast.api.Receipt;
import org.rmcast.api.SessionEvent;

/**
 * Every receipt is true, and there is one for each message.
 *
 * <ul>
 *   <li>A message has no more than one receipt, and one in the end: not later than a time after it was accepted, while its sender runs and
 *       is not paused. Nothing is said of senders that come again after a crash.
 *   <li>A receipt names recipients only, each once, and of those that its sender had in its view, as it had said, when the message was
 *       accepted, all: as who has it, or as who has not.
 *   <li>Who is said to have a message has delivered it at the end of the run. It said only that it has it, so nothing is asked of members
 *       that crashed, closed or are paused, whose application takes nothing, or that were told, since the message was accepted, that they
 *       are out of the group or have lost its sender: their applications may not have got it.
 * </ul>
 *
 * <p>That a member which is named as missing has the message all the same is no fault.
 */
public final class ReceiptTruth extends Watch {
    private final long withinNanos;

    private final Map<Long, Sender> senders = new LinkedHashMap<>();
    /** By receiver and source: the numbers that were delivered. Looked up only. */
    private final Map<Pair, BitSet> delivered = new HashMap<>();
    /** By receiver and source: when it was last told that it is out, or has lost it. Looked up only. */
    private final Map<Pair, Long> toldNanos = new HashMap<>();
    /** All that ever were seen. */
    private final Map<Long, Participant> members = new LinkedHashMap<>();

    private record Pair(long receiverId, long sourceId) {}

    private static final class Sender {
        final BitSet confirmed = new BitSet();
        final List<Receipt> receipts = new ArrayList<>();
        long pausedNanos;
        /** It may come again under its id, with storage, and say the same again. */
        boolean crashed;
    }

    /**
     * Receipts within a time.
     *
     * @param within how long a message may be without a receipt, from when it was accepted and its sender was last paused; positive
     */
    public ReceiptTruth(Duration within) {
        this.withinNanos = within.toNanos();
    }

    @Override
    public String name() {
        return "receipt truth";
    }

    @Override
    public void onDelivered(Participant receiver, long sourceId, long number) {
        delivered
                .computeIfAbsent(new Pair(receiver.memberId(), sourceId), pair -> new BitSet())
                .set((int) number);
    }

    @Override
    public void onEvent(Participant at, SessionEvent event) {
        if (event instanceof SessionEvent.SenderLost lost) {
            told(at, lost.sourceId());
        } else if (event instanceof SessionEvent.SendersNotFollowed not) {
            not.sourceIds().forEach(source -> told(at, source));
        } else if (event instanceof SessionEvent.MemberFailed failed) {
            told(at, failed.memberId());
        } else if (event instanceof SessionEvent.MemberLeft left) {
            told(at, left.memberId());
        } else if ((event instanceof SessionEvent.MemberPruned pruned && pruned.memberId() == at.memberId())
                || event instanceof SessionEvent.SessionFailed) {
            run().members().forEach(source -> told(at, source.memberId()));
        }
    }

    private void told(Participant receiver, long sourceId) {
        toldNanos.put(new Pair(receiver.memberId(), sourceId), run().nowNanos());
    }

    @Override
    public void onCrashed(Participant member) {
        members.put(member.memberId(), member);
        sender(member).crashed = true;
    }

    @Override
    public void onConfirmed(Participant sender, Receipt receipt) {
        look();
        Sender known = sender(sender);
        long number = receipt.message();
        if (number >= sender.sent().accepted()) {
            throw broken(sender, receipt, "it has not been accepted");
        }
        if (known.confirmed.get((int) number) && !known.crashed) {
            throw broken(sender, receipt, "it had one before");
        }
        checkNames(sender, receipt);
        known.confirmed.set((int) number);
        known.receipts.add(receipt);
    }

    private void checkNames(Participant sender, Receipt receipt) {
        Set<Long> named = new HashSet<>();
        receipt.arrivals().forEach(arrival -> checkRecipient(sender, receipt, arrival.memberId(), named));
        receipt.missing().forEach(missing -> checkRecipient(sender, receipt, missing.memberId(), named));
        for (Participant member : members.values()) {
            long id = member.memberId();
            boolean due = id != sender.memberId()
                    && member.role().receives()
                    && sender.sent().isFor(receipt.message(), id)
                    && sender.sent().isInView(receipt.message(), id);
            if (due && !named.contains(id)) {
                throw broken(sender, receipt, member + " is a recipient and is not named");
            }
        }
    }

    private static void checkRecipient(Participant sender, Receipt receipt, long memberId, Set<Long> named) {
        if (memberId == sender.memberId() || !sender.sent().isFor(receipt.message(), memberId)) {
            throw broken(sender, receipt, "it names " + memberId + ", which is no recipient");
        }
        if (!named.add(memberId)) {
            throw broken(sender, receipt, "it names " + memberId + " twice");
        }
    }

    @Override
    public void inspect() {
        look();
        for (Participant member : run().members()) {
            if (!member.role().sends() || !member.isRunning()) {
                continue;
            }
            Sender sender = sender(member);
            if (member.isPaused()) {
                sender.pausedNanos = run().nowNanos();
            }
            if (!sender.crashed) {
                checkInTime(member, sender);
            }
        }
    }

    private void checkInTime(Participant member, Sender sender) {
        int first = sender.confirmed.nextClearBit(0);
        if (first >= member.sent().accepted() || run().nowNanos() - sender.pausedNanos <= withinNanos) {
            return;
        }
        long sinceNanos = member.sent().acceptedNanos(first);
        if (run().nowNanos() - sinceNanos > withinNanos) {
            throw new BrokenInvariant(
                    member.host(),
                    "message " + first + " of " + member + ", accepted at " + Duration.ofNanos(sinceNanos)
                            + ", still has no receipt");
        }
    }

    @Override
    public void atEnd() {
        look();
        for (Map.Entry<Long, Sender> one : senders.entrySet()) {
            Participant sender = members.get(one.getKey());
            for (Receipt receipt : one.getValue().receipts) {
                for (Receipt.Arrival arrival : receipt.arrivals()) {
                    Participant receiver = members.get(arrival.memberId());
                    if (sender != null && receiver != null && lacks(receiver, sender, receipt.message())) {
                        throw broken(sender, receipt, receiver + " is said to have it, and was never given it");
                    }
                }
            }
        }
    }

    private boolean lacks(Participant receiver, Participant sender, long number) {
        Pair pair = new Pair(receiver.memberId(), sender.memberId());
        BitSet had = delivered.get(pair);
        if (had != null && had.get((int) number)) {
            return false;
        }
        return receiver.isRunning()
                && !receiver.isPaused()
                && receiver.hasRoom()
                && toldNanos.getOrDefault(pair, Run.NEVER) < sender.sent().acceptedNanos(number);
    }

    private void look() {
        for (Participant member : run().members()) {
            members.put(member.memberId(), member);
        }
    }

    private Sender sender(Participant member) {
        return senders.computeIfAbsent(member.memberId(), id -> new Sender());
    }

    private static BrokenInvariant broken(Participant sender, Receipt receipt, String what) {
        return new BrokenInvariant(
                sender.host(),
                "a receipt of message " + receipt.message() + " of " + sender + ": " + what + "; it is " + receipt);
    }
}
