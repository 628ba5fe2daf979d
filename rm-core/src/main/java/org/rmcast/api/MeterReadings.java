package org.rmcast.api;

import java.util.List;

/** The values of meters at one moment. Immutable; thread safe. */
public interface MeterReadings {
    /** The meters that have a value here, in the order in which they are shown. */
    List<Meter> meters();

    /** The value of a counter or gauge; 0 if it has none here. */
    long get(Meter meter);

    /** The value of the meter whose {@link Meter#figure} it is, for those who do not know the protocol; 0 if there is none. */
    default long get(String figure) {
        for (Meter meter : meters()) {
            if (meter.figure().equals(figure)) {
                return get(meter);
            }
        }
        return 0;
    }
}
