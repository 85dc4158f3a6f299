package io.perfstarter.routing.connection;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ReplicaWatch.OutageCauses}.
 */
class OutageCausesTests {

	private final AtomicLong clock = new AtomicLong(-5);

	private final ReplicaWatch.OutageCauses causes = new ReplicaWatch.OutageCauses(this.clock::get);

	@Test
	void eachOfTheFirstCausesIsReportedAtOnce() {
		assertThat(this.causes.isReported("a")).isTrue();
		assertThat(this.causes.isReported("a")).isFalse();
		assertThat(this.causes.isReported("b")).isTrue();
		assertThat(this.causes.isReported("b")).isFalse();
		assertThat(this.causes.isReported("c")).isTrue();
	}

	@Test
	void causesThatDifferInTheirFiguresOnlyAreOne() {
		assertThat(this.causes.isReported("SQLTransientConnectionException (08001): timed out after 252ms")).isTrue();
		assertThat(this.causes.isReported("SQLTransientConnectionException (08001): timed out after 259ms")).isFalse();
		assertThat(this.causes.isReported("SQLTransientConnectionException (08006): timed out after 259ms")).isTrue();
	}

	@Test
	void causesThatAlternateAreReportedOnceAMinute() {
		long reports = IntStream.range(0, 10 * 60).filter((second) -> {
			this.clock.addAndGet(Duration.ofSeconds(1).toNanos());
			return this.causes.isReported((second % 2 == 0) ? "a" : "b");
		}).count();
		assertThat(reports).isBetween(10L, 12L);
	}

	@Test
	void causesThatNeverRecurAreReportedOnceAMinute() {
		long reports = IntStream.range(0, 10 * 60).filter((second) -> {
			this.clock.addAndGet(Duration.ofSeconds(1).toNanos());
			return this.causes.isReported("cause" + "'".repeat(second));
		}).count();
		assertThat(reports).isBetween(10L, 10L + ReplicaWatch.OutageCauses.FIRST);
	}

	@Test
	void aCauseThatComesBackToStayIsReported() {
		this.causes.isReported("a");
		this.causes.isReported("b");
		assertThat(this.causes.isReported("a")).isFalse();
		this.clock.addAndGet(ReplicaWatch.OutageCauses.INTERVAL.toNanos());
		assertThat(this.causes.isReported("a")).isTrue();
		this.clock.addAndGet(ReplicaWatch.OutageCauses.INTERVAL.toNanos());
		assertThat(this.causes.isReported("a")).isFalse();
	}

	@Test
	void theNextOutageStartsAnew() {
		this.causes.isReported("a");
		this.causes.clear();
		assertThat(this.causes.isReported("a")).isTrue();
	}

}
