package org.rmcast.cli.it;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** A class of tests in containers: skipped, with one line on standard output for all of them, where no engine answers. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith({EngineCondition.class, WanExtension.class})
@interface RequiresEngine {}
