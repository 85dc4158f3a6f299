/**
 * Requests the plan of a slow statement from PostgreSQL or MariaDB. Runs only if enabled,
 * outside of the pool.
 */
@NullMarked
package io.perfstarter.reporting.plan;

import org.jspecify.annotations.NullMarked;
