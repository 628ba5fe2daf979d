package org.rmcast.sim;

import java.util.EnumSet;
import java.util.Set;
import org.rmcast.core.channel.ParameterTable;
import org.rmcast.core.channel.Parameters;
import org.rmcast.core.engine.EngineContext;
import org.rmcast.core.engine.Protocol;
import org.rmcast.core.engine.ProtocolEngine;
import org.rmcast.core.engine.Role;
import org.rmcast.core.membership.MembershipConfig;

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
    public Set<Role> roles() {
        return EnumSet.allOf(Role.class);
    }

    @Override
    public void validate(Parameters parameters) {
        MembershipConfig.table().checkNames(parameters);
        MembershipConfig.of(parameters);
    }

    @Override
    public long memoryBoundBytes(Role role, Parameters parameters) {
        return 1 << 24;
    }

    @Override
    public ParameterTable parameters() {
        return MembershipConfig.table();
    }

    @Override
    public ProtocolEngine createEngine(EngineContext context, Parameters parameters) {
        return new MembershipEngine(context, MembershipConfig.of(parameters));
    }
}
