package org.rmcast.sim;

import java.util.EnumSet;
import org.rmcast.api.Parameters;
import org.rmcast.api.Role;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.engine.Configured;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.membership.MembershipConfig;
import org.rmcast.core.testing.ToyConfigured;

/** A protocol that is nothing but the membership. */
final class MembershipProtocol implements Protocol {
    static final int WIRE_ID = 201;

    @Override
    public String name() {
        return "members";
    }

    @Override
    public int wireId() {
        return WIRE_ID;
    }

    @Override
    public ParameterTable parameters() {
        return MembershipConfig.table();
    }

    @Override
    public Configured configure(Parameters parameters, int maxPacketBytes) {
        MembershipConfig.table().checkNames(parameters);
        MembershipConfig config = MembershipConfig.of(parameters);
        return new ToyConfigured(
                EnumSet.allOf(Role.class),
                ToyConfigured.BEST_EFFORT,
                1 << 24,
                context -> new MembershipEngine(context, config, maxPacketBytes));
    }
}
