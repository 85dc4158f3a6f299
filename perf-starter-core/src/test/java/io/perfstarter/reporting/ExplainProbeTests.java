package io.perfstarter.reporting;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ExplainProbe} without PostgreSQL.
 */
@Timeout(30)
class ExplainProbeTests {

	private final AtomicInteger opened = new AtomicInteger();

	private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1000);

	private final ExplainProbe probe = new ExplainProbe(() -> {
		this.opened.incrementAndGet();
		throw new SQLException("not there");
	}, this.now::get);

	private void pass(Duration time) {
		this.now.addAndGet(time.toNanos());
	}

	@Test
	void asksAtMostEveryTenSeconds() {
		this.probe.explain("select 1");
		pass(Duration.ofMillis(9999));
		this.probe.explain("select 2");
		assertThat(this.opened).hasValue(1);
		pass(Duration.ofMillis(1));
		this.probe.explain("select 2");
		assertThat(this.opened).hasValue(2);
	}

	@Test
	void asksAboutAStatementEveryTenMinutes() {
		this.probe.explain("select 1");
		pass(Duration.ofMinutes(10).minusMillis(1));
		this.probe.explain("select 1");
		assertThat(this.opened).hasValue(1);
		pass(Duration.ofMillis(1));
		this.probe.explain("select 1");
		assertThat(this.opened).hasValue(2);
	}

	@Test
	void remembersAHundredStatements() {
		for (int number = 0; number < 101; number++) {
			this.probe.explain("select " + number);
			pass(Duration.ofSeconds(10));
		}
		assertThat(this.opened).hasValue(101);
		assertThat(this.probe).extracting("answers")
			.asInstanceOf(InstanceOfAssertFactories.MAP)
			.hasSize(100)
			.doesNotContainKey("select 0");
	}

	@Test
	void failureIsNoAnswerAndIsCounted() {
		assertThat(this.probe.explain("select 1")).isEmpty();
		assertThat(this.probe.failures()).isOne();
	}

	@ParameterizedTest
	@ValueSource(strings = { "insert into t values (?)", "UPDATE t set a = ?", "Delete from t where a = ?",
			"with x as (select 1) select * from x where a = ?", "-- a hint\nselect ?", "/* why? */\n/**/ select 1",
			" select 1; " })
	void statementsOnRowsAreExplained(String sql) {
		this.probe.explain(sql);
		assertThat(this.opened).hasValue(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", ";", "call p(?)", "{call p(?)}", "create table t (a int)", "drop table t",
			"truncate t", "set a = 1", "explain analyze select 1", "analyze t", "begin", "commit", "(select 1)",
			"do $$ begin end $$", "?", "1 select", "'select' 1", "-- select 1", "/* select 1", "selected" })
	void othersAreRefused(String sql) {
		this.probe.explain(sql);
		assertThat(this.opened).hasValue(0);
	}

	@ParameterizedTest
	@ValueSource(strings = { "select 1; delete from t", "select 1; commit; drop table t", "select 1;;",
			"select ';' from t", "select '\\'; drop table t --'", "/* ; drop table t */ select 1" })
	void moreThanOneStatementIsRefused(String sql) {
		this.probe.explain(sql);
		assertThat(this.opened).hasValue(0);
	}

	@Test
	void veryLongStatementsAreRefused() {
		this.probe.explain("select " + "1+".repeat(10_000) + "1");
		this.probe.explain("/**/".repeat(4_000));
		assertThat(this.opened).hasValue(0);
		this.probe.explain("select " + "1+".repeat(9_000) + "1");
		assertThat(this.opened).hasValue(1);
	}

	@Test
	void otherDatabasesAreLeftAlone() {
		ExplainProbe h2 = new ExplainProbe(() -> DriverManager.getConnection("jdbc:h2:mem:explain"), this.now::get);
		assertThat(h2.explain("select 1")).isEmpty();
		assertThat(h2.failures()).isZero();
	}

}
