/**
 * What the JVM and the machine below it do: stops, collections, processors and their
 * limits.
 */
@NullMarked
package io.perfstarter.reporting.jvm;

import org.jspecify.annotations.NullMarked;
