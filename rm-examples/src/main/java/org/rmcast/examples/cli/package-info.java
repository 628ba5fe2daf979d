/** What the subcommands share: options, terminal, tables, progress, errors and exit codes. */
@NullMarked
package org.rmcast.examples.cli;

import org.jspecify.annotations.NullMarked;
