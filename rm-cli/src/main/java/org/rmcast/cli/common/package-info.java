/** What the subcommands share: options, terminal, tables, progress, errors and exit codes. */
@NullMarked
package org.rmcast.cli.common;

import org.jspecify.annotations.NullMarked;
