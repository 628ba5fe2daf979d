/** What an experiment is: scenarios with runs, measurements, figures, and a paper's claims that code judges. */
@NullMarked
package org.rmcast.lab.experiment;

import org.jspecify.annotations.NullMarked;
