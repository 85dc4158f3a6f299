/**
 * Observes pooled JDBC connections, and notifies listeners of their usage, statements and
 * transactions. Internal: not used by applications.
 */
@NullMarked
package io.perfstarter.jdbc;

import org.jspecify.annotations.NullMarked;
