/** Video over a channel: MPEG transport streams, paced by their own clock, to files, pipes and players. */
@NullMarked
package org.rmcast.cli.media;

import org.jspecify.annotations.NullMarked;
