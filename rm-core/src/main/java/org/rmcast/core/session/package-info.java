/** The application's handle: sending, receiving, flushing, events and statistics. */
@NullMarked
package org.rmcast.core.session;

import org.jspecify.annotations.NullMarked;
