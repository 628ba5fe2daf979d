package org.rmcast.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks packages for authors of protocols: open and documented, but not for applications. They may change in minor releases, with a
 * note in the list of changes. What is neither in {@code org.rmcast.api} nor in a package with this mark is internal.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.PACKAGE)
public @interface Spi {}
