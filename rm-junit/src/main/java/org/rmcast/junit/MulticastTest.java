package org.rmcast.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test with a network in memory of its own, which it gets as a parameter: a {@link TestNetwork}, or the same as a {@link
 * org.rmcast.api.MemoryNetwork} or a {@link org.rmcast.api.SessionFactory}. {@code @BeforeEach} and {@code @AfterEach} methods get it, too.
 *
 * <pre>{@code
 * @MulticastTest(network = "loss=5%,delay=2ms")
 * void shouldGreetEverybody(TestNetwork network) throws Exception {
 *     ReceivedMessages messages = network.messages("anna");
 *     network.on(CHANNEL).memberName("anna").openReceiver(messages);
 *     MulticastSender sender = network.on(CHANNEL).openSender();
 *     network.awaitReceivers(sender, 1);
 *     sender.send("hello".getBytes(UTF_8));
 *     assertThat(messages.awaitTexts(1)).containsExactly("hello");
 * }
 * }</pre>
 *
 * <p>After the test, and its {@code @AfterEach} methods, all sessions of the network are aborted. A session that failed by itself fails
 * the test with its reason, and so does an event listener that threw; see {@link TestNetwork#awaitFailure}. The message of every
 * failure has the seed, and says how to repeat the test with it.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Test
@ExtendWith(MulticastTestExtension.class)
public @interface MulticastTest {
    /** What the network does to all that comes to a member, see {@link org.rmcast.api.MemoryNetwork#impair}; empty for nothing. */
    String network() default "";

    /**
     * The seed of the network. 0 for that of the configuration parameter {@code rm.seed} ({@code -Drm.seed=42}), or a random one where there
     * is none.
     */
    long seed() default 0;

    /**
     * How long the test may take, such as {@code 30s}. What is waited for then fails with a message that says what there is; a test
     * that still runs a second later is interrupted.
     */
    String timeout() default "30s";
}
