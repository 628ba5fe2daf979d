package org.rmcast.cli.common;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rmcast.api.Channel;
import org.rmcast.api.ChannelJson;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Which channel to use: a file, single options, or a file with some options changed. Stays on loopback by default. */
@OptionHeading("Channel")
public final class ChannelOptions {
    /** The group that is used unless one is named: of the organization-local scope (RFC 2365). */
    public static final String DEFAULT_GROUP = "239.192.7.1";

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(
            names = "--channel",
            paramLabel = "FILE",
            description = "A channel as JSON; options on the command line change single fields of it (default: none).")
    private @Nullable Path file;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Channel name; members meet by name, group and port (default: ${DEFAULT-VALUE}).")
    private @Nullable String name;

    @Option(
            names = "--group",
            paramLabel = "ADDRESS",
            description = "Multicast address, IPv4 or IPv6 (default: ${DEFAULT-VALUE}).")
    private @Nullable String group;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "UDP port of the group, 1 to 65535 (default: ${DEFAULT-VALUE}).")
    private @Nullable Integer port;

    @Option(
            names = "--interface",
            paramLabel = "NAME",
            description = "Network interface: name, address or CIDR network (default: loopback).")
    private @Nullable String networkInterface;

    @Option(
            names = "--ttl",
            paramLabel = "HOPS",
            description = "How far datagrams travel, 0 to 255 (default: 0 on loopback, else 1).")
    private @Nullable Integer ttl;

    @Option(
            names = "--max-datagram",
            paramLabel = "BYTES",
            description =
                    "Largest datagram, 256 to 65507 (default: 1400; data sets by rmtp fill the frames of the next network); the same at"
                            + " all members.")
    private @Nullable Integer maxDatagramBytes;

    @Option(
            names = "--protocol",
            paramLabel = "NAME",
            description = "Multicast protocol; rmcast protocols lists them (default: ${DEFAULT-VALUE}).")
    private @Nullable String protocol;

    @Option(
            names = "--param",
            paramLabel = "KEY=VALUE",
            description = "A parameter of the protocol; may be repeated (default: the protocol's own).")
    private Map<String, String> parameters = new LinkedHashMap<>();

    /** For picocli. */
    public ChannelOptions() {}

    /**
     * The channel that the options describe.
     *
     * @param defaults what it is where the user does not say otherwise
     * @throws CommandFailure if the file cannot be read
     * @throws IllegalArgumentException naming what is wrong and what is allowed
     */
    public Channel channel(ChannelDefaults defaults) {
        return channel(Channel.builder(defaults.name())
                .group(DEFAULT_GROUP)
                .port(defaults.port())
                .protocol(defaults.protocol()));
    }

    /** Whether the user says how long a datagram may be. */
    boolean limitsDatagrams() {
        return maxDatagramBytes != null && counts("--max-datagram");
    }

    private Channel channel(Channel.Builder defaults) {
        Channel.Builder builder = file == null ? defaults : read(file).toBuilder();
        apply(builder);
        return builder.build();
    }

    /** Whether an option counts: beside a channel's file only those do that were typed, not what stands in for them otherwise. */
    private boolean counts(String option) {
        ParseResult parsed = spec == null ? null : spec.commandLine().getParseResult();
        return file == null || parsed == null || parsed.hasMatchedOption(option);
    }

    private static Channel read(Path file) {
        try {
            return ChannelJson.read(file);
        } catch (IOException e) {
            throw CommandFailure.usage("cannot read the channel: " + ErrorMessages.describe(e), e);
        }
    }

    private void apply(Channel.Builder builder) {
        if (name != null && counts("--name")) {
            builder.name(name);
        }
        if (group != null && counts("--group")) {
            builder.group(group);
        }
        if (port != null && counts("--port")) {
            builder.port(port);
        }
        if (networkInterface != null && counts("--interface")) {
            builder.networkInterface(networkInterface);
        }
        if (ttl != null && counts("--ttl")) {
            builder.ttl(ttl);
        }
        if (maxDatagramBytes != null && limitsDatagrams()) {
            builder.maxDatagramBytes(maxDatagramBytes);
        }
        if (protocol != null && counts("--protocol")) {
            builder.protocol(protocol);
        }
        if (counts("--param")) {
            parameters.forEach((key, value) -> builder.parameter(key, ChannelJson.parameterValue(value)));
        }
    }
}
