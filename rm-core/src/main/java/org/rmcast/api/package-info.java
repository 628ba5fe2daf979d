/**
 * What applications use: channels, sessions, messages, events and figures. Everything else is for authors of protocols or
 * internal.
 */
@NullMarked
package org.rmcast.api;

import org.jspecify.annotations.NullMarked;
