/** A conversation of equals: every member sends, and every member receives. */
@NullMarked
package org.rmcast.examples.chat;

import org.jspecify.annotations.NullMarked;
