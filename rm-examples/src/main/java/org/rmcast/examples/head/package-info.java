/** {@code rmcast head}: a repair head without an application. */
@NullMarked
package org.rmcast.examples.head;

import org.jspecify.annotations.NullMarked;
