/** What a bad network does to datagrams, as pure logic over a seed: loss, delay, duplication, corruption, rate limits. */
@NullMarked
@Spi
package org.rmcast.core.impair;

import org.jspecify.annotations.NullMarked;
import org.rmcast.api.Spi;
