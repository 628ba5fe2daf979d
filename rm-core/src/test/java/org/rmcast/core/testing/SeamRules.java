package org.rmcast.core.testing;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * The line between protocols and the world, as ArchUnit rules: what is on the protocols' side does no input or output,
 * reads no clock, starts no thread, and makes no randomness of its own. For rm-core and for the protocol modules.
 */
public final class SeamRules {
    private static final Set<String> ADDRESSES = Set.of(
            InetAddress.class.getName(),
            Inet4Address.class.getName(),
            Inet6Address.class.getName(),
            InetSocketAddress.class.getName(),
            SocketAddress.class.getName(),
            UnknownHostException.class.getName());

    private static final Set<String> THREADS_CLOCKS_AND_CHANCE = Set.of(
            Thread.class.getName(),
            ThreadLocal.class.getName(),
            Timer.class.getName(),
            Clock.class.getName(),
            Random.class.getName(),
            SecureRandom.class.getName(),
            ThreadLocalRandom.class.getName());

    private static final String[] BLOCKS = {
        "org.rmcast.api",
        "org.rmcast.core.buffer",
        "org.rmcast.core.channel",
        "org.rmcast.core.claims",
        "org.rmcast.core.engine",
        "org.rmcast.core.flow",
        "org.rmcast.core.flow.shared",
        "org.rmcast.core.framing",
        "org.rmcast.core.membership",
        "org.rmcast.core.paths",
        "org.rmcast.core.peers",
        "org.rmcast.core.presence",
        "org.rmcast.core.repair",
        "org.rmcast.core.state",
        "org.rmcast.core.stream",
        "org.rmcast.core.text",
        "org.rmcast.core.wire"
    };

    private SeamRules() {}

    /** The packages of rm-core that protocols are made of. */
    public static String[] blocks() {
        return BLOCKS.clone();
    }

    /** Classes of these packages depend on the JDK, JSpecify and one another only. */
    public static ArchRule dependOnlyOnTheJdkAnd(String[] packages, String... furtherPackages) {
        return ArchRuleDefinition.classes()
                .that(resideInAnyPackage(packages))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(packages)
                        .or(resideInAnyPackage(furtherPackages))
                        .or(resideInAnyPackage("java..", "javax.crypto..", "org.jspecify..")))
                .because("a protocol runs unchanged on a network and in a simulation")
                .allowEmptyShould(true);
    }

    /** Classes of these packages use no sockets, threads, locks, loggers, clocks or randomness of the JDK. */
    public static ArchRule stayOnTheirSideOfTheSeam(String... packages) {
        return noClasses()
                .that(resideInAnyPackage(packages))
                .should()
                .dependOnClassesThat(beyondTheSeam())
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .callMethod(Instant.class, "now")
                .because("time, randomness and input are handed to a protocol")
                .allowEmptyShould(true);
    }

    /** The packages one below {@code root} have no cycles. */
    public static ArchRule packagesHaveNoCycles(String root) {
        return slices().matching(root + ".(*)..").should().beFreeOfCycles().allowEmptyShould(true);
    }

    private static DescribedPredicate<JavaClass> beyondTheSeam() {
        return DescribedPredicate.describe("are beyond the seam", SeamRules::isBeyondTheSeam);
    }

    private static boolean isBeyondTheSeam(JavaClass used) {
        String name = used.getName();
        String packageName = used.getPackageName();
        return THREADS_CLOCKS_AND_CHANCE.contains(name)
                || (packageName.equals("java.net") && !ADDRESSES.contains(name))
                || (packageName.startsWith("java.util.concurrent") && !name.startsWith(TimeUnit.class.getName()))
                || packageName.startsWith("java.nio.channels")
                || packageName.startsWith("java.nio.file")
                || packageName.startsWith("java.util.logging")
                || (packageName.equals("java.io") && name.endsWith("Stream"));
    }
}
