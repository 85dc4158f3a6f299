package io.perfstarter.jdbc;

import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

/**
 * A call of a JDBC object, which can be repeated on another object.
 *
 * @param <T> the type of the object
 * @param <R> the type of the result
 */
@FunctionalInterface
interface JdbcCall<T, R extends @Nullable Object> {

	R on(T real) throws SQLException;

}
