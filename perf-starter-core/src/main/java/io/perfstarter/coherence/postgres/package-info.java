/**
 * The invalidation log in tables of PostgreSQL.
 */
@NullMarked
package io.perfstarter.coherence.postgres;

import org.jspecify.annotations.NullMarked;
