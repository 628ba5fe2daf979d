package org.rmcast.lab.experiment;

/**
 * A parameter of an experiment, for the page.
 *
 * @param origin the paper's section or table, or why it was chosen where the paper leaves it open
 */
public record Setting(String name, String value, String origin) {}
