/** The commands that list and run experiments. */
@NullMarked
package org.rmcast.lab.command;

import org.jspecify.annotations.NullMarked;
