package org.rmcast.sim.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.rmcast.core.wire.DatagramHeader;

/**
 * Makes datagrams that are nearly right, out of samples: numbers of 1, 2, 4 and 8 bytes are changed wherever one could stand,
 * ends are cut off, two datagrams are put together, types are exchanged. Header and checksum stay valid. All packet types come
 * equally often, however rare they are on the wire. Learns what decoders take: when less than half of what it made has passed,
 * it changes less. Deterministic; not thread safe.
 */
public final class DatagramMutator {
    private static final int SAMPLES_PER_TYPE = 64;
    private static final int[] WIDTHS = {1, 2, 4, 8};
    private static final int FLAGS_OFFSET = 5;
    private static final int FLAGS_MASK = 0x7f;

    /** Beyond this there is payload, as a rule. */
    private static final int LIMIT_OFFSET = 160;

    private static final double WANTED_SHARE = 0.6;

    private final RandomGenerator random;
    private final TreeMap<Integer, List<byte[]>> samplesByType = new TreeMap<>();
    private final MutationTable table = new MutationTable();

    /**
     * A datagram made out of a sample.
     *
     * @param datagram the whole, with a valid checksum
     * @param type its packet type
     * @param offset of the first byte changed; the common header's length if only that was
     */
    @SuppressWarnings("ArrayRecordComponent") // a datagram: never compared
    public record Mutation(byte[] datagram, int type, int offset) {}

    public DatagramMutator(RandomGenerator random) {
        this.random = random;
    }

    /** Takes a whole datagram as a sample; of each type the first ones are kept, later ones replace some of them. */
    public void learn(byte[] datagram) {
        if (datagram.length < DatagramHeader.BYTES) {
            return;
        }
        List<byte[]> samples = samplesByType.computeIfAbsent(DatagramHeader.type(datagram), type -> new ArrayList<>());
        table.know(DatagramHeader.type(datagram));
        if (samples.size() < SAMPLES_PER_TYPE) {
            samples.add(datagram);
        } else if (random.nextInt(SAMPLES_PER_TYPE) == 0) {
            samples.set(random.nextInt(SAMPLES_PER_TYPE), datagram);
        }
    }

    /** Whether there is anything to change. */
    public boolean hasSamples() {
        return !samplesByType.isEmpty();
    }

    /** The packet types of the samples, ascending. */
    public List<Integer> types() {
        return List.copyOf(samplesByType.keySet());
    }

    /** What was made so far, and what came of it. */
    public MutationTable table() {
        return table;
    }

    /** Tells whether a decoder took a mutation. */
    public void onDecoded(Mutation mutation, boolean passed) {
        table.count(mutation.type(), mutation.offset(), passed);
    }

    /** A sample as it is; there must be one. */
    public byte[] sample() {
        return sample(randomType());
    }

    /**
     * Makes a mutation; there must be a sample.
     *
     * @param memberId who is to be its sender; 0 for the sample's
     */
    public Mutation mutate(long memberId) {
        byte[] original = sample();
        boolean gentle = table.tried() > 0 && table.passedShare() < WANTED_SHARE;
        int what = gentle ? 0 : random.nextInt(10);
        return switch (what) {
            case 7 -> resized(original, memberId);
            case 8 -> spliced(original, memberId);
            case 9 -> retyped(original, memberId);
            default -> changed(original, gentle ? 1 : 1 + random.nextInt(3), memberId);
        };
    }

    /**
     * Puts the beginning of one sample and the end of another together; there must be a sample.
     *
     * @param memberId as with {@link #mutate}
     */
    public Mutation splice(long memberId) {
        return spliced(sample(), memberId);
    }

    private Mutation changed(byte[] original, int fields, long memberId) {
        byte[] datagram = original.clone();
        int first = datagram.length;
        for (int i = 0; i < fields; i++) {
            first = Math.min(first, changeField(datagram));
        }
        return finished(datagram, first, memberId);
    }

    /** Returns the offset of the field. */
    private int changeField(byte[] datagram) {
        int limit = Math.min(datagram.length, LIMIT_OFFSET);
        if (limit == DatagramHeader.BYTES || random.nextInt(16) == 0) {
            datagram[FLAGS_OFFSET] = (byte) ((datagram[FLAGS_OFFSET] ^ (1 << random.nextInt(7))) & FLAGS_MASK);
            return FLAGS_OFFSET;
        }
        int offset = random.nextInt(DatagramHeader.BYTES, limit);
        int width = Math.min(WIDTHS[random.nextInt(WIDTHS.length)], datagram.length - offset);
        byte[] other = sample(DatagramHeader.type(datagram));
        long otherValue = offset + width <= other.length ? read(other, offset, width) : 0;
        long value = FieldChange.draw(random).apply(read(datagram, offset, width), otherValue, random);
        write(datagram, offset, width, value);
        return offset;
    }

    private Mutation resized(byte[] original, long memberId) {
        int length = random.nextInt(DatagramHeader.BYTES, original.length + 16);
        return finished(Arrays.copyOf(original, length), Math.min(length, original.length), memberId);
    }

    private Mutation spliced(byte[] original, long memberId) {
        byte[] other = sample();
        int cut = random.nextInt(DatagramHeader.BYTES, Math.min(original.length, LIMIT_OFFSET) + 1);
        byte[] datagram = Arrays.copyOf(original, Math.max(cut, other.length));
        if (other.length > cut) {
            System.arraycopy(other, cut, datagram, cut, other.length - cut);
        }
        return finished(datagram, cut, memberId);
    }

    private Mutation retyped(byte[] original, long memberId) {
        byte[] datagram = original.clone();
        Forgery.setType(datagram, random.nextInt(4) == 0 ? random.nextInt(256) : randomType());
        return finished(datagram, DatagramHeader.BYTES, memberId);
    }

    private static Mutation finished(byte[] datagram, int offset, long memberId) {
        byte[] whole = Forgery.as(memberId == 0 ? DatagramHeader.memberId(datagram) : memberId, datagram);
        return new Mutation(whole, DatagramHeader.type(whole), offset);
    }

    private int randomType() {
        List<Integer> types = types();
        return types.get(random.nextInt(types.size()));
    }

    private byte[] sample(int type) {
        List<byte[]> samples = samplesByType.get(type);
        if (samples == null) {
            throw new IllegalStateException("there is no sample of type " + type);
        }
        return samples.get(random.nextInt(samples.size()));
    }

    private static long read(byte[] datagram, int offset, int width) {
        long value = 0;
        for (int i = 0; i < width; i++) {
            value = (value << 8) | (datagram[offset + i] & 0xff);
        }
        return value;
    }

    private static void write(byte[] datagram, int offset, int width, long value) {
        for (int i = 0; i < width; i++) {
            datagram[offset + i] = (byte) (value >>> (8 * (width - 1 - i)));
        }
    }
}
