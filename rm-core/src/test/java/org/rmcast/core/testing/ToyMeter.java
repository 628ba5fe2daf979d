package org.rmcast.core.testing;

import static org.rmcast.api.MeterDeclaration.counter;

import org.rmcast.api.Meter;
import org.rmcast.api.MeterDeclaration;

/** What {@link ToyProtocol} counts besides what every protocol does. */
@SuppressWarnings("ImmutableEnumChecker") // a declaration is a record of strings
public enum ToyMeter implements Meter {
    HELLOS(counter("hellos", "rm.toy.hellos", "packets", "Packets from receivers."));

    private final MeterDeclaration declaration;

    ToyMeter(MeterDeclaration declaration) {
        this.declaration = declaration;
    }

    @Override
    public MeterDeclaration declaration() {
        return declaration;
    }
}
