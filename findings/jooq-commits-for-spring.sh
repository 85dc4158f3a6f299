#!/usr/bin/env bash
# jOOQ's transaction on Spring's transaction-aware data source commits or rolls back Spring's transaction.
#
# Guess:     the inner transaction is a savepoint, or takes part in the outer one, as jOOQ's nested transactions do.
# Version:   jOOQ 3.21.5 (needs Java 21: PROGRAM_HOME names a JDK), spring-jdbc 7.0.8, H2 2.4.240.
# Behaviour: jOOQ commits and rolls back the connection of the outer transaction. If the inner transaction fails and its exception
#            is caught, the outer one reports a commit of rows that are gone.
# Product:   observes each commit within an annotated method. If jOOQ commits after an annotated method, before the end of the
#            Spring transaction, an entry may be stale for its time to live, as the reference of coherence says.

. "$(dirname "$0")/support/java.sh"

expect \
  "the outer transaction rolls back: [outer before, inner]" \
  "the inner one fails, the outer one commits: [outer after]"

java_with org.jooq:jooq:3.21.5 org.springframework:spring-jdbc:7.0.8 com.h2database:h2:2.4.240 << 'EOF'
import org.h2.jdbcx.JdbcDataSource;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionTemplate;

class Program {

	public static void main(String[] args) {
		System.setProperty("org.jooq.no-logo", "true");
		System.setProperty("org.jooq.no-tips", "true");
		JdbcDataSource database = new JdbcDataSource();
		database.setUrl("jdbc:h2:mem:findings;DB_CLOSE_DELAY=-1");
		JdbcTemplate template = new JdbcTemplate(database);
		template.execute("create table entry (name varchar)");
		TransactionTemplate outer = new TransactionTemplate(new DataSourceTransactionManager(database));
		DSLContext jooq = DSL.using(new TransactionAwareDataSourceProxy(database), SQLDialect.H2);
		outer.executeWithoutResult((status) -> {
			template.update("insert into entry values ('outer before')");
			jooq.transaction((inner) -> inner.dsl().execute("insert into entry values ('inner')"));
			template.update("insert into entry values ('outer after')");
			status.setRollbackOnly();
		});
		System.out.println("the outer transaction rolls back: " + template.queryForList("select name from entry", String.class));
		template.update("delete from entry");
		outer.executeWithoutResult((status) -> {
			template.update("insert into entry values ('outer before')");
			try {
				jooq.transaction((inner) -> {
					inner.dsl().execute("insert into entry values ('inner')");
					throw new IllegalStateException();
				});
			}
			catch (IllegalStateException ex) {
				template.update("insert into entry values ('outer after')");
			}
		});
		System.out.println("the inner one fails, the outer one commits: "
				+ template.queryForList("select name from entry", String.class));
	}

}
EOF
