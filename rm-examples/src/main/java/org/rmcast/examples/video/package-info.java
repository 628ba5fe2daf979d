/** A film to many screens: what {@code rmcast demo} runs. */
@NullMarked
package org.rmcast.examples.video;

import org.jspecify.annotations.NullMarked;
