package org.rmcast.examples.embed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class HelloMulticastTest {
    @Test
    void shouldGreetTheGroup() throws Exception {
        String port;
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            port = Integer.toString(free.getLocalPort());
        }
        PrintStream standardOut = System.out;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        System.setOut(new PrintStream(written, true, UTF_8));
        try {
            HelloMulticast.main(new String[] {port});
        } finally {
            System.setOut(standardOut);
        }
        assertThat(written.toString(UTF_8).lines())
                .containsExactly("Hello, group! 1", "Hello, group! 2", "Hello, group! 3");
    }
}
