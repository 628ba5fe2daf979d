package org.rmcast.wan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EngineMeter;
import org.rmcast.core.engine.MeterValues;
import org.rmcast.core.stream.LossCount;

/** What is held of another member is found by any destination's number of it. */
class SourceTest {
    private static final int SLOT = 3;

    private final LossCount losses = new LossCount(new MeterValues<>(EngineMeter.class));

    @Test
    void shouldFindEachUnitByItsNumberToAnother() {
        for (long seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Source source = new Source(1, losses, Parts.SECOND, 0);
            source.open(0, 1);
            int count = random.nextInt(1, 40);
            HeldUnit[] byLink = new HeldUnit[count + 1];
            int links = 0;
            for (int own = 1; own <= count; own++) {
                boolean both = random.nextInt(4) > 0;
                links += both ? 1 : 0;
                if (random.nextInt(5) > 0) {
                    HeldUnit unit = unit(own, both, links);
                    source.put(own, unit, false);
                    byLink[links] = both ? unit : byLink[links];
                }
            }
            for (int link = 1; link <= count; link++) {
                assertThat(source.find(SLOT, link))
                        .as("seed %d, link %d", seed, link)
                        .isSameAs(byLink[link]);
            }
            assertThat(source.find(SLOT, count + 1)).isNull();
            assertThat(source.find(SLOT + 1, 1)).isNull();
        }
    }

    private static HeldUnit unit(int own, boolean both, int link) {
        long slots = both ? Members.SELF | 1L << SLOT : Members.SELF;
        long[] links = both ? new long[] {own, link} : new long[] {own};
        byte[] payload = new byte[10];
        List<Dependency> none = List.of();
        return new HeldUnit(1, own, true, true, false, none, own - 1, 10, payload, 0, 10, Parts.VIEW, slots, links);
    }
}
