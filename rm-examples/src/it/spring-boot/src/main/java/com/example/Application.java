package com.example;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import org.rmcast.api.Channel;
import org.rmcast.api.FlushResult;
import org.rmcast.api.MulticastReceiver;
import org.rmcast.api.MulticastSender;
import org.rmcast.api.SessionFactory;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Sends itself a message when it has started. */
@SpringBootApplication
public class Application {
    public static void main(String[] arguments) {
        SpringApplication.run(Application.class, arguments);
    }

    @Bean
    SessionFactory sessions() {
        return SessionFactory.network(); // in a test a network in memory
    }

    @Bean
    CommandLineRunner greet(SessionFactory sessions) {
        Channel channel =
                Channel.builder("hello").group("239.192.7.1").port(7400).build();
        return arguments -> {
            try (MulticastReceiver receiver = sessions.on(channel)
                            .openReceiver(message -> System.out.println(UTF_8.decode(message.payload())));
                    MulticastSender sender = sessions.on(channel).openSender()) {
                if (!sender.awaitReceivers(1, Duration.ofSeconds(5))) {
                    throw new IllegalStateException("no receiver is there");
                }
                sender.send("Hello, Spring!".getBytes(UTF_8));
                FlushResult result = sender.close(Duration.ofSeconds(5));
                if (!result.complete()) {
                    throw new IllegalStateException("not everybody has everything: " + result.missing());
                }
                receiver.close(Duration.ofSeconds(5));
            }
        };
    }
}
