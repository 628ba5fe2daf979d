package org.rmcast.tram;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.flow.EchoedRequests;
import org.rmcast.core.flow.RoundTripEstimate;
import org.rmcast.tram.wire.TramPacket.Cookie;
import org.rmcast.tram.wire.TramPacket.NotRepaired;

/**
 * Where a member asks for what it misses: its repair head first, and in TRAM++ the heads above it, one after the other up to
 * the sender, as far as those before said that they no longer hold it.
 *
 * <p>Source: Khanna, Rogers, Bagchi, section 3.2 (temporary re-affiliation) and 4.2 (NOT_REPAIRED names the grand repair
 * head). What a head has dropped it never holds again, so what was learned once about its lowest packet saves asking it for
 * anything older: a burst of losses climbs the tree once, not packet by packet.
 *
 * <p>A head above is asked only when it has given its cookie: so it is where the head below it says, and can tell this member
 * from somebody with a made-up address. It is asked for its cookie once each time that it is named.
 */
final class RepairRoute {
    private static final int MAX_STATIONS = 32;
    private static final int MAX_UNANSWERED = 8;
    /** The number of the head that is asked while the own one is silent: none of those above it. */
    static final int SUBSTITUTE = MAX_STATIONS;

    /** So many requests to a head are remembered. */
    private static final int REMEMBERED = 1_024;
    /** Until it is measured, a head above the own one is taken to be so far away. */
    private static final long FAR_NANOS = 50_000_000L;

    private static final class Station {
        final InetSocketAddress address;
        final EchoedRequests requests;
        long low;
        int unanswered;
        /** The upper half of what it is to echo; the lower is the number of the question. */
        final int nonce;

        /** Whether it has, and what it wants to see. */
        boolean proved;

        long cookie;

        Station(InetSocketAddress address, EchoedRequests requests, int nonce) {
            this.address = address;
            this.requests = requests;
            this.nonce = nonce;
        }
    }

    private final TramConfig config;
    private final RandomGenerator secrets;

    /** The own head is the first. */
    private final List<Station> stations = new ArrayList<>();
    /** Another head, asked while the own one does not answer. */
    private @Nullable Station substitute;

    private boolean silent;
    /** What it was asked for may be on its way. */
    private @Nullable InetSocketAddress headBefore;

    /** @param secrets numbers that nobody guesses: who echoes one has seen the request */
    RepairRoute(TramConfig config, RandomGenerator secrets) {
        this.config = config;
        this.secrets = secrets;
    }

    /**
     * The member has a new head: the way up is to be learned anew.
     *
     * @param roundTripNanos how long it took the head to take the member
     */
    void begin(InetSocketAddress head, long roundTripNanos) {
        headBefore = address(0);
        stations.clear();
        substitute = null;
        silent = false;
        Station own = station(head);
        own.proved = true;
        own.requests.estimate().sample(roundTripNanos);
        stations.add(own);
    }

    private Station station(InetSocketAddress address) {
        RoundTripEstimate estimate =
                new RoundTripEstimate(FAR_NANOS, config.repairTimeoutMinNanos, config.repairTimeoutMaxNanos);
        EchoedRequests requests = new EchoedRequests(estimate, REMEMBERED, secrets.nextInt());
        return new Station(address, requests, secrets.nextInt());
    }

    /** The requests to a head, and the round trip to it; null if the way up has changed meanwhile. */
    @Nullable
    EchoedRequests requests(int station) {
        Station asked = station(station);
        return asked == null ? null : asked.requests;
    }

    private @Nullable Station station(int number) {
        return number == SUBSTITUTE ? substitute : number < stations.size() ? stations.get(number) : null;
    }

    /**
     * The own head is silent: until it is heard, another one is asked for all that it holds.
     *
     * @return whether that is to be asked for its cookie now
     */
    boolean turnTo(InetSocketAddress head) {
        Station asked = find(head);
        if (asked == null) {
            asked = station(head);
        }
        substitute = asked;
        silent = true;
        return !asked.proved;
    }

    /** The own head is heard. */
    void trustHead() {
        silent = false;
    }

    /** The round trip to the own head. */
    long roundTripNanos() {
        return stations.isEmpty()
                ? FAR_NANOS
                : stations.get(0).requests.estimate().smoothedNanos();
    }

    /** Who was asked by a request of this number, -1 if nobody was of late. */
    int stationAsked(int number) {
        for (int i = 0; i < stations.size(); i++) {
            if (stations.get(i).requests.isRemembered(number)) {
                return i;
            }
        }
        return substitute != null && substitute.requests.isRemembered(number) ? SUBSTITUTE : -1;
    }

    /** The own head says what it holds. */
    void onHeadLow(long low) {
        if (!stations.isEmpty()) {
            Station head = stations.get(0);
            head.low = Math.max(head.low, low);
        }
    }

    /** Something came from an address. */
    void onHeard(InetSocketAddress from) {
        Station station = find(from);
        if (station != null) {
            station.unanswered = 0;
        }
    }

    /** Whether an address is the own head's. */
    boolean isHead(InetSocketAddress address) {
        return !stations.isEmpty() && stations.get(0).address.equals(address);
    }

    /** Whether an address is one of those that are asked. */
    boolean knows(InetSocketAddress address) {
        return find(address) != null;
    }

    /** Whether a repair may come from an address: from nobody but those that were asked. */
    boolean mayRepair(InetSocketAddress address) {
        return knows(address) || address.equals(headBefore);
    }

    /** Learns that a head no longer holds packets; returns whether it was one to ask. */
    boolean onNotRepaired(InetSocketAddress from, NotRepaired answer) {
        Station station = find(from);
        if (station == null) {
            return false;
        }
        station.low = Math.max(station.low, answer.low());
        InetSocketAddress next = answer.nextHead();
        int above = stations.indexOf(station) + 1;
        if (above == 0) {
            return true;
        }
        boolean known = above < stations.size() && stations.get(above).address.equals(next);
        if (next != null && !known && !isAbove(next) && above < MAX_STATIONS) {
            stations.subList(above, stations.size()).clear();
            stations.add(station(next));
        }
        return true;
    }

    private boolean isAbove(InetSocketAddress address) {
        Station found = find(address);
        return found != null && stations.contains(found);
    }

    /** The head that is to be asked for its cookie next, null if there is none. */
    @Nullable
    InetSocketAddress unproved() {
        Station last = stations.isEmpty() ? null : stations.get(stations.size() - 1);
        return last == null || last.proved ? null : last.address;
    }

    /**
     * A head that has given no cookie yet is asked for it; what it is to echo, different each time: the round trip is measured, though
     * questions are lost.
     */
    long nonce(InetSocketAddress head, long nowNanos) {
        Station asked = find(head);
        if (asked == null) {
            throw new IllegalArgumentException(head + " is not asked for anything");
        }
        return ((long) asked.nonce << Integer.SIZE) | Integer.toUnsignedLong(asked.requests.ask(nowNanos));
    }

    /** A head gives its cookie; returns whether it is one that was asked, and has given none before. */
    boolean onCookie(InetSocketAddress from, Cookie answer, long nowNanos) {
        Station station = find(from);
        if (station == null || station.proved || station.nonce != (int) (answer.nonce() >> Integer.SIZE)) {
            return false;
        }
        if (station.requests.onEcho((int) answer.nonce(), nowNanos) != EchoedRequests.Echo.FIRST) {
            return false;
        }
        station.proved = true;
        station.cookie = answer.cookie();
        return true;
    }

    /** What a head above wants to see in requests. */
    long cookie(int station) {
        Station asked = station(station);
        return asked == null ? 0 : asked.cookie;
    }

    /** The number of the head to ask for a packet: 0 is the own one. */
    int stationFor(long sequence) {
        if (silent && substitute != null && substitute.proved) {
            return SUBSTITUTE;
        }
        for (int i = 0; i < stations.size(); i++) {
            if (!stations.get(i).proved) {
                return Math.max(0, i - 1);
            }
            if (stations.get(i).low <= sequence) {
                return i;
            }
        }
        return Math.max(0, stations.size() - 1);
    }

    /** The address of a head to ask; null if the way up has changed meanwhile. */
    @Nullable
    InetSocketAddress address(int station) {
        Station asked = station(station);
        return asked == null ? null : asked.address;
    }

    /** A request goes to a head above the own one. One that never answers is forgotten: the one before names its successor. */
    void onAsked(int station) {
        if (station > 0 && station < stations.size() && ++stations.get(station).unanswered > MAX_UNANSWERED) {
            stations.subList(station, stations.size()).clear();
        }
    }

    private @Nullable Station find(@Nullable InetSocketAddress address) {
        for (Station station : stations) {
            if (station.address.equals(address)) {
                return station;
            }
        }
        return substitute != null && substitute.address.equals(address) ? substitute : null;
    }
}
