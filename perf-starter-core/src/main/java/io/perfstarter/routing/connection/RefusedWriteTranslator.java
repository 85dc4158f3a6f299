package io.perfstarter.routing.connection;

import java.sql.SQLException;
import java.util.function.Supplier;

import javax.sql.DataSource;

import io.perfstarter.routing.WriteInReadOnlyTransactionException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.util.function.SingletonSupplier;

/**
 * Translates rejected writes to {@link WriteInReadOnlyTransactionException} and delegates
 * all other exceptions to the standard translator.
 */
public final class RefusedWriteTranslator implements SQLExceptionTranslator {

	private final SQLExceptionTranslator others;

	private RefusedWriteTranslator(SQLExceptionTranslator others) {
		this.others = others;
	}

	/**
	 * Creates the translator for {@code JdbcTemplate}.
	 * @param dataSource the data source that it uses, {@code null} if there are several
	 * @return the translator
	 */
	public static SQLExceptionTranslator jdbc(@Nullable DataSource dataSource) {
		Supplier<SQLExceptionTranslator> standard = SingletonSupplier.of(() -> (dataSource != null)
				? new JdbcTemplate(dataSource).getExceptionTranslator() : new SQLExceptionSubclassTranslator());
		return new RefusedWriteTranslator((task, sql, failure) -> standard.get().translate(task, sql, failure));
	}

	/**
	 * Creates the translator for Spring's Hibernate dialect.
	 * @return the translator
	 */
	public static SQLExceptionTranslator hibernate() {
		SQLExceptionTranslator transactions = new SQLExceptionSubclassTranslator();
		// This translator replaces the dialect's default for failed commits, so that
		// default is applied here. Hibernate translates all other exceptions.
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
