package org.rmcast.cli.common;

/** A command whose figures are all that it is for: it prints JSON whether asked for or not. */
public interface AlwaysJson {}
