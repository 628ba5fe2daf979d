package org.rmcast.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rmcast.api.Channel;

/** Contacts may be names where sessions are opened: a headless service is one. */
class ContactNamesTest {
    private static Channel channel(String contacts) {
        return Channel.builder("names")
                .protocol("pbcast")
                .group("239.1.2.3")
                .port(4000)
                .parameter("contacts", contacts)
                .build();
    }

    private static @Nullable Object resolved(String contacts) {
        return ContactNames.resolved(channel(contacts)).parameters().asMap().get("contacts");
    }

    @Test
    void shouldPutAddressesInPlaceOfNames() {
        assertThat(resolved("localhost:4000")).isEqualTo("127.0.0.1:4000");
        assertThat(resolved("10.0.0.1:4000, localhost:4001,[2001:db8::1]:4002"))
                .isEqualTo("10.0.0.1:4000,127.0.0.1:4001,[2001:db8::1]:4002");
    }

    /** What is wrong is the protocol's to say, which names the parameter and the entry. */
    @ParameterizedTest
    @ValueSource(strings = {"", "10.0.0.1", "10.0.0.1:x", ":4000", "1.2.3:4000", "localhost", "local host:1", "a..b:1"})
    void shouldLeaveWhatIsNoName(String contacts) {
        assertThat(resolved(contacts)).isEqualTo(contacts);
    }

    /** Labels have 63 characters at most, so that no name service has to be asked. */
    @Test
    void shouldNameWhatHasNoAddress() {
        String name = "n".repeat(64) + ".example";
        assertThatThrownBy(() -> resolved(name + ":4000"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'contacts' names " + name)
                .hasMessageContaining("IPv4");
    }

    @Test
    void shouldLeaveAChannelWithoutContacts() {
        Channel channel = Channel.builder("names")
                .protocol("tram")
                .group("239.1.2.3")
                .port(4000)
                .build();
        assertThat(ContactNames.resolved(channel)).isSameAs(channel);
    }
}
