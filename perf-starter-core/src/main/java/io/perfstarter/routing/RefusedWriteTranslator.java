package io.perfstarter.routing;

import java.sql.SQLException;
import java.util.function.Supplier;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.util.function.SingletonSupplier;

/**
 * Translates refused writes, and leaves everything else to what would translate it
 * without us.
 */
final class RefusedWriteTranslator implements SQLExceptionTranslator {

	private final SQLExceptionTranslator others;

	private RefusedWriteTranslator(SQLExceptionTranslator others) {
		this.others = others;
	}

	/**
	 * For {@code JdbcTemplate}.
	 * @param dataSource the one that it uses, if there is one only
	 * @return the translator
	 */
	static SQLExceptionTranslator jdbc(@Nullable DataSource dataSource) {
		Supplier<SQLExceptionTranslator> standard = SingletonSupplier.of(() -> (dataSource != null)
				? new JdbcTemplate(dataSource).getExceptionTranslator() : new SQLExceptionSubclassTranslator());
		return new RefusedWriteTranslator((task, sql, failure) -> standard.get().translate(task, sql, failure));
	}

	/**
	 * For Spring's dialect of Hibernate.
	 * @return the translator
	 */
	static SQLExceptionTranslator hibernate() {
		SQLExceptionTranslator transactions = new SQLExceptionSubclassTranslator();
		// The dialect has a standard for failed commits only, and it is lost with any
		// translator that is set; of the rest Hibernate knows more than we do.
		return new RefusedWriteTranslator((task, sql, failure) -> (task.startsWith("Hibernate transaction"))
				? transactions.translate(task, sql, failure) : null);
	}

	@Override
	public @Nullable DataAccessException translate(String task, @Nullable String sql, SQLException failure) {
		RefusedWrite refused = RefusedWrite.behind(failure);
		return (refused != null) ? new WriteInReadOnlyTransactionException(refused.getMessage(), failure)
				: this.others.translate(task, sql, failure);
	}

}
