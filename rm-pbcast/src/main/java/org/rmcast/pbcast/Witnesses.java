package org.rmcast.pbcast;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.pbcast.wire.PbcastPacket.Entry;

/**
 * What members say of another one's stream beyond what each of them alone is believed: what two of them say alike is believed where
 * the sender has gone. Of each the last word counts. Bounded: who spoke longest ago makes room. Not thread safe.
 */
final class Witnesses {
    private static final int MOST = 4;

    private final List<Account> accounts = new ArrayList<>(MOST);
    private @Nullable Account agreed;

    /** What a member says: how far the stream is, whether it ends there, and how many messages there are. */
    record Account(long teller, long limit, boolean ended, long messages) {
        private boolean agreesWith(Account other) {
            return teller != other.teller && limit == other.limit && ended == other.ended && messages == other.messages;
        }
    }

    /**
     * A member speaks.
     *
     * @param alone there is no other member that could say the same
     */
    void hear(long teller, Entry entry, boolean alone) {
        Account account = new Account(teller, entry.limit(), entry.ended(), entry.messages());
        boolean agrees = alone || accounts.stream().anyMatch(account::agreesWith);
        if (agrees && (agreed == null || account.limit() >= agreed.limit())) {
            agreed = account;
        }
        accounts.removeIf(before -> before.teller() == teller);
        if (accounts.size() >= MOST) {
            accounts.remove(0);
        }
        accounts.add(account);
    }

    /** The farthest that two said alike, null if none did. */
    @Nullable
    Account agreed() {
        return agreed;
    }
}
