/** A process of a benchmark: one member, raw or with a protocol, told what to do on its standard input. */
@NullMarked
package org.rmcast.lab.member;

import org.jspecify.annotations.NullMarked;
