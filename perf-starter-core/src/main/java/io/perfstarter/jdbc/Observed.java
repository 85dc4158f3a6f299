package io.perfstarter.jdbc;

import java.sql.SQLException;
import java.sql.Wrapper;

/**
 * Base class of the JDBC objects that callers receive instead of the pool's objects. The
 * build generates the classes {@code Delegating…}, which pass each call to the real
 * object. The classes {@code Observed…} also report calls.
 *
 * @param <T> the JDBC type
 */
abstract class Observed<T extends Wrapper> implements Wrapper {

	private final String pool;

	Observed(String pool) {
		this.pool = pool;
	}

	abstract T real();

	/**
	 * Called before the caller obtains the real object, whose use cannot be observed.
	 */
	void exposed() {
	}

	final String pool() {
		return this.pool;
	}

	@Override
	public final <U> U unwrap(Class<U> type) throws SQLException {
		exposed();
		T real = real();
		// A JDBC interface unwraps to the driver's object, as without this class.
		return (type.isInstance(real) && !real.isWrapperFor(type)) ? type.cast(real) : real.unwrap(type);
	}

	@Override
	public final boolean isWrapperFor(Class<?> type) throws SQLException {
		return type.isInstance(real()) || real().isWrapperFor(type);
	}

	@Override
	public final String toString() {
		return real() + " of pool '" + this.pool + "'";
	}

}
