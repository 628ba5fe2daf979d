package org.rmcast.core.driver;

import org.jspecify.annotations.Nullable;
import org.rmcast.api.FlushResult;
import org.rmcast.core.engine.Reason;

/**
 * How an engine ended.
 *
 * @param result what its close came to
 * @param failure why the session failed, null if it was closed in good order
 * @param cause the exception behind the failure, where there is one
 */
public record DriverEnd(
        FlushResult result,
        @Nullable Reason failure,
        @Nullable Throwable cause) {}
