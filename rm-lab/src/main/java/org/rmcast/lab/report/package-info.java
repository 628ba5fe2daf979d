/** Makes the runs of an experiment, in parallel, and writes what came out: series, plots, one page. */
@NullMarked
package org.rmcast.lab.report;

import org.jspecify.annotations.NullMarked;
