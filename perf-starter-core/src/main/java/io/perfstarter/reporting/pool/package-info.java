/**
 * Measures connection pools: borrowed connections, their usage times and borrowers, and
 * waiting threads.
 */
@NullMarked
package io.perfstarter.reporting.pool;

import org.jspecify.annotations.NullMarked;
