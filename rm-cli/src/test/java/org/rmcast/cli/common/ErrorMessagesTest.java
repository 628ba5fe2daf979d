package org.rmcast.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;
import org.rmcast.api.EventCause;
import org.rmcast.api.SessionFailedException;

class ErrorMessagesTest {
    private static void assertError(Throwable failure, int exitCode, String message) {
        assertThat(ErrorMessages.describe(failure)).isEqualTo(message);
        assertThat(ErrorMessages.exitCode(failure).code()).isEqualTo(exitCode);
    }

    @Test
    void shouldTellBadInputFromFailedJobs() {
        assertError(CommandFailure.usage("no"), 2, "no");
        assertError(CommandFailure.failed("no"), 1, "no");
        assertError(new IllegalArgumentException("ttl must be 0 to 255, was 300"), 2, "ttl must be 0 to 255, was 300");
        assertError(new IllegalStateException("closed"), 1, "closed");
        assertError(new SessionFailedException(EventCause.PROTOCOL_FAILED, "no memory", null), 5, "no memory");
        assertError(new IOException("No space left on device"), 1, "No space left on device");
    }

    @Test
    void shouldNameTheFileAndTheReason() {
        assertError(new NoSuchFileException("a.ts"), 2, "a.ts: no such file or directory");
        assertError(new AccessDeniedException("a.ts"), 2, "a.ts: permission denied");
        assertError(new FileAlreadyExistsException("a.ts"), 1, "a.ts: exists already");
        assertError(new FileSystemException("a.ts", null, "Is a directory"), 1, "a.ts: Is a directory");
        assertError(new FileSystemException("a.ts"), 1, "a.ts: FileSystemException");
    }

    @Test
    void shouldSayInterruptedForAllKinds() {
        assertError(new InterruptedException("sleep interrupted"), 130, "interrupted");
        assertError(new ClosedByInterruptException(), 130, "interrupted");
    }

    @Test
    void shouldAdmitWhatIsOurOwnFault() {
        assertError(
                new IndexOutOfBoundsException("5"),
                1,
                "internal error: IndexOutOfBoundsException: 5 (--verbose shows where)");
        assertThat(ErrorMessages.describe(new IllegalStateException())).startsWith("internal error");
    }

    @Test
    void shouldStayOnOneLine() {
        assertThat(ErrorMessages.describe(new IOException(" first\n  second\r\nthird ")))
                .isEqualTo("first; second; third");
    }
}
