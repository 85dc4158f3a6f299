package io.perfstarter.reporting.plan;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.then;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link ExplainProbe} without PostgreSQL.
 */
@Tag("one-jdk")
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

	@Test
	void refusedStatementsCostNothing() {
		this.probe.explain("drop table t");
		this.probe.explain("select 1; select 2");
		assertThat(this.opened).hasValue(0);
		this.probe.explain("select 1");
		assertThat(this.opened).hasValue(1);
	}

	@Test
	void otherDatabasesAreLeftAlone() throws SQLException {
		try (ExplainProbe h2 = new ExplainProbe(() -> DriverManager.getConnection("jdbc:h2:mem:explain"),
				this.now::get)) {
			assertThat(h2.explain("select 1")).isEmpty();
			assertThat(h2.failures()).isZero();
		}
	}

	@Test
	void asksNothingAfterItsEnd() {
		this.probe.close();
		this.probe.explain("select 1");
		assertThat(this.opened).hasValue(0);
	}

	@Test
	void endAbortsWhatIsUnderWay() throws Exception {
		CountDownLatch asked = new CountDownLatch(1);
		CountDownLatch aborted = new CountDownLatch(1);
		Connection connection = mock();
		willAnswer((call) -> {
			asked.countDown();
			aborted.await();
			throw new SQLException("aborted");
		}).given(connection).getMetaData();
		willAnswer((call) -> {
			aborted.countDown();
			return null;
		}).given(connection).abort(any(Executor.class));
		ExplainProbe frozen = new ExplainProbe(() -> connection, this.now::get);
		Thread caller = new Thread(() -> frozen.explain("select 1"));
		caller.start();
		asked.await();
		frozen.close();
		caller.join();
		then(connection).should().close();
	}

}
