/** The demo: a video to many receivers, through loss and a dying repair head. */
@NullMarked
package org.rmcast.cli.demo;

import org.jspecify.annotations.NullMarked;
