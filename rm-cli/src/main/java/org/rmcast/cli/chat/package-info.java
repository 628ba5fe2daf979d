/** A conversation of equals: every member sends, and every member receives. */
@NullMarked
package org.rmcast.cli.chat;

import org.jspecify.annotations.NullMarked;
