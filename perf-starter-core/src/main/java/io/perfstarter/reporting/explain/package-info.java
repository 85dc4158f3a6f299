/**
 * Asks PostgreSQL how it would execute a slow statement, and reads in the plan which
 * index is missing. Only on demand, outside of the pool.
 */
@NullMarked
package io.perfstarter.reporting.explain;

import org.jspecify.annotations.NullMarked;
