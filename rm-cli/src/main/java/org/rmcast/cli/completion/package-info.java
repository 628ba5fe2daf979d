/** {@code rmcast completion}: what a shell needs to complete command lines. */
@NullMarked
package org.rmcast.cli.completion;

import org.jspecify.annotations.NullMarked;
