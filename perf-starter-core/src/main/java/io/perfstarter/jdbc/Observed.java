package io.perfstarter.jdbc;

import java.sql.SQLException;
import java.sql.Wrapper;

/**
 * Base class of the JDBC objects that callers receive in place of those of the pool. The
 * classes {@code Delegating…}, which the build generates, pass each call to the real
 * object; the classes {@code Observed…} add what is observed.
 *
 * @param <T> the JDBC type
 */
abstract class Observed<T extends Wrapper> implements Wrapper {

	// Changes when a lost connection is replaced.
	private volatile T real;

	private final String pool;

	Observed(T real, String pool) {
		this.real = real;
		this.pool = pool;
	}

	final void replaceBy(T other) {
		this.real = other;
	}

	/**
	 * Called before the caller obtains the real object, whose use cannot be observed.
	 */
	void exposed() {
	}

	final T real() {
		return this.real;
	}

	final String pool() {
		return this.pool;
	}

	@Override
	public final <U> U unwrap(Class<U> type) throws SQLException {
		if (type.isInstance(this)) {
			return type.cast(this);
		}
		exposed();
		T real = this.real;
		return type.isInstance(real) ? type.cast(real) : real.unwrap(type);
	}

	@Override
	public final boolean isWrapperFor(Class<?> type) throws SQLException {
		return type.isInstance(this.real) || this.real.isWrapperFor(type);
	}

	@Override
	public final String toString() {
		return this.real + " of pool '" + this.pool + "'";
	}

}
