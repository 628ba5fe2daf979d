package org.rmcast.tram;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.SessionEvent.StorageTrouble;
import org.rmcast.core.buffer.BufferManager;
import org.rmcast.core.buffer.PacketStore;
import org.rmcast.core.buffer.RetentionPolicy;
import org.rmcast.core.engine.Actions;
import org.rmcast.core.framing.MessageAssembler;
import org.rmcast.core.framing.MessagePacker;
import org.rmcast.core.wire.DecodeException;
import org.rmcast.core.wire.WireReader;
import org.rmcast.tram.wire.TramPacket.Data;

/** What a sender makes of its storage: the cache above it, where messages stand, and what its trouble means for them. */
final class SenderStorage {
    private static final long UNKNOWN = -1;

    private SenderStorage() {}

    /** The cache of a sender, with its storage as second tier if it has one. */
    static BufferManager cache(TramConfig config, @Nullable PacketStore store, RetentionPolicy policy) {
        return store == null
                ? new BufferManager(config.cachePackets, config.cacheLowMark, config.cacheHighMark, 1, policy)
                : BufferManager.withStore(
                        config.cachePackets,
                        config.cacheLowMark,
                        config.cacheHighMark,
                        policy,
                        store,
                        config.maxPacketBytes);
    }

    /** Lets a sender's messages begin with the first one that is not completely in storage, and says which that is. */
    static long begin(MessagePacker packer, @Nullable PacketStore store) {
        if (store == null) {
            return 0;
        }
        long first = firstMessage(store);
        packer.startAt(first);
        packer.allowTakeBack();
        return first;
    }

    /**
     * A packet for which there was room could not be kept. A disk may fail at any time: its messages wait until there is storage
     * again, under the same number, since nobody has seen it.
     */
    static void takeBack(MessagePacker packer, @Nullable PacketStore store, long sequence, int packetBytes) {
        if (store == null || store.room(packetBytes) > 0) {
            throw new IllegalStateException("there is room for packet " + sequence + ", but it is not kept");
        }
        packer.takeBack();
    }

    private static long firstMessage(PacketStore store) {
        byte[] newest = store.newest();
        return newest == null ? 0 : messageAfter(newest);
    }

    /** Reports what is wrong with the storage, with the messages that it concerns. */
    static void reportTrouble(PacketStore store, long firstMessage, Actions actions) {
        for (StorageTrouble trouble = store.takeTrouble(); trouble != null; trouble = store.takeTrouble()) {
            actions.report(
                    trouble.limitPacket() == 0
                            ? trouble
                            : trouble.withMessages(firstLost(store, trouble, firstMessage), limitLost(store, trouble)));
        }
    }

    private static long firstLost(PacketStore store, StorageTrouble trouble, long firstMessage) {
        byte[] before = store.get(trouble.firstPacket() - 1);
        if (before != null) {
            return messageAfter(before);
        }
        return trouble.limitPacket() == store.limit() ? firstMessage : UNKNOWN;
    }

    private static long limitLost(PacketStore store, StorageTrouble trouble) {
        byte[] after = store.get(store.readableFrom(trouble.limitPacket()));
        return after == null ? UNKNOWN : firstWholeMessage(after);
    }

    private static long messageAfter(byte[] packet) {
        try {
            return MessageAssembler.nextMessage(message(packet), packet, Data.FRAMES_OFFSET);
        } catch (DecodeException e) {
            throw new IllegalStateException("the storage holds a packet that this sender did not write", e);
        }
    }

    private static long firstWholeMessage(byte[] packet) {
        try {
            return MessageAssembler.firstWholeMessage(message(packet), packet, Data.FRAMES_OFFSET);
        } catch (DecodeException e) {
            throw new IllegalStateException("the storage holds a packet that this sender did not write", e);
        }
    }

    private static long message(byte[] packet) throws DecodeException {
        return new WireReader(packet, Data.FIRST_MESSAGE_OFFSET).readSequence("first message");
    }
}
