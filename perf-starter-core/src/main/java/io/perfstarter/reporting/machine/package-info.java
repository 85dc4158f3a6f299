/**
 * Measures the JVM and the machine: pauses, collections, processors and their limits.
 */
@NullMarked
package io.perfstarter.reporting.machine;

import org.jspecify.annotations.NullMarked;
