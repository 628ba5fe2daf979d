/** What a session shows of itself: meters and log lines. */
@NullMarked
package org.rmcast.core.observe;

import org.jspecify.annotations.NullMarked;
