/** Drives a protocol's engine on an event loop, and passes messages between the loop and the application's threads. */
@NullMarked
package org.rmcast.core.runtime;

import org.jspecify.annotations.NullMarked;
