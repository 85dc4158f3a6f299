/**
 * Observes pooled JDBC connections and reports their usage, statements and transactions
 * to the features that listen. Internal: not used by applications.
 */
@NullMarked
package io.perfstarter.jdbc;

import org.jspecify.annotations.NullMarked;
