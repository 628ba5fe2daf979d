/** What a session tells its application besides messages. */
@NullMarked
package org.rmcast.core.event;

import org.jspecify.annotations.NullMarked;
