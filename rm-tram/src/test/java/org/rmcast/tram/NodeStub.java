package org.rmcast.tram;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.engine.Actions;
import org.rmcast.tram.wire.TramPacket.LanState;
import org.rmcast.tram.wire.TramPacket.MemberFate;
import org.rmcast.tram.wire.TramPacket.MemberReport;
import org.rmcast.tram.wire.TreePlace;

/** A head of level 2 that has packets 1 to 20 of a stream, as far as {@link #hold} says. */
final class NodeStub implements RepairHead.Host {
    boolean attached = true;
    boolean inTouch = true;
    boolean news = true;
    boolean full;
    /** As the sender: whom it knows. */
    long known = -1;

    int level = 2;
    long low = 1;
    long obtainableLow = 1;
    long next = 21;
    long limit = 21;
    LanState lanState = LanState.NONE;

    @Nullable
    HeadCandidate above = new HeadCandidate(90, Parts.address(90), 1);

    long ackIntervalNanos = AckInterval.UNMEASURED_NANOS;
    boolean tight;
    int purged;
    int membersChanged;
    int congested;
    final List<MemberReport> reports = new ArrayList<>();
    final List<Long> gone = new ArrayList<>();
    private @Nullable MemberReports passed;
    private BufferManager cache = new BufferManager(100, 10, 50, 1, (first, limit, now) -> first);

    NodeStub() {
        hold(1);
    }

    /** From now on reports are passed on. */
    void passOn(MemberReports reports) {
        passed = reports;
    }

    /** Packets below are no longer held. */
    void hold(long first) {
        low = first;
        cache = new BufferManager(100, 10, 50, first, (from, to, now) -> from);
        for (long sequence = first; sequence < limit; sequence++) {
            cache.put(sequence, Parts.data(sequence).datagram());
        }
    }

    @Override
    public boolean attached() {
        return attached;
    }

    @Override
    public Position position() {
        return new Position(new TreePlace(1, level), Parts.SOURCE, low, obtainableLow, next, limit, 100, Parts.RATE);
    }

    @Override
    public boolean isFull() {
        return full;
    }

    @Override
    public BufferManager held() {
        return cache;
    }

    @Override
    public long startMessage(long sequence) {
        return -1;
    }

    @Override
    public double spareRate() {
        return Parts.RATE;
    }

    @Override
    public @Nullable HeadCandidate above() {
        return above;
    }

    @Override
    public LanState lanState() {
        return lanState;
    }

    @Override
    public void onHello(long nowNanos) {}

    @Override
    public void onPlaceHeard(TreePlace place) {}

    @Override
    public void onMembersChanged(long nowNanos, Actions actions) {
        membersChanged++;
    }

    @Override
    public boolean inTouch() {
        return attached && inTouch;
    }

    @Override
    public boolean knows(MemberReport question) {
        return passed == null ? question.memberId() == known : passed.wasTaken(question);
    }

    @Override
    public boolean isBelow(MemberReport report, long branchId) {
        return true;
    }

    @Override
    public void onGone(long memberId) {
        gone.add(memberId);
    }

    @Override
    public boolean isNews(MemberReport report) {
        return news;
    }

    @Override
    public boolean onReport(MemberReport report, long nowNanos, Actions actions) {
        reports.add(report);
        if (passed != null) {
            passed.pass(report);
        }
        return false;
    }

    @Override
    public void onMemberCongested(long nowNanos) {
        congested++;
    }

    @Override
    public long ackIntervalNanos() {
        return ackIntervalNanos;
    }

    @Override
    public boolean isTight() {
        return tight;
    }

    @Override
    public void purgeAll(long nowNanos) {
        purged++;
    }

    List<MemberFate> fates() {
        return reports.stream().map(MemberReport::fate).toList();
    }
}
