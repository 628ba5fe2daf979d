/** {@code rmcast protocols}: which protocols there are, and what a channel may say of each. */
@NullMarked
package org.rmcast.cli.protocols;

import org.jspecify.annotations.NullMarked;
