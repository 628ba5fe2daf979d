/** {@code rmcast head}: a repair head without an application. */
@NullMarked
package org.rmcast.cli.head;

import org.jspecify.annotations.NullMarked;
