package io.perfstarter.reporting;

import java.util.concurrent.TimeUnit;

import io.perfstarter.reporting.window.ThreadsWindow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Tests for {@link RequestThreads}.
 */
class RequestThreadsTests {

	private long now;

	private @Nullable ThreadsWindow state = new ThreadsWindow(2, 0, 0, 0);

	private final RequestThreads threads = new RequestThreads(() -> this.state, () -> this.now);

	@Test
	void estimatesTheWaitByWhatIsServed() {
		sample(0, 0);
		for (long served = 1; served <= 50; served++) {
			sample(8, served);
		}
		// One in 100 ms, and 8 wait.
		assertThat(this.threads.queueNanos()).isCloseTo(Samples.millis(800), within(Samples.millis(8)));
		sample(0, 51);
		assertThat(this.threads.queueNanos()).isZero();
	}

	@Test
	void aRequestServedBetweenTwoLooksAtOnceChangesLittle() {
		sample(0, 0);
		for (long served = 1; served <= 50; served++) {
			sample(8, served);
		}
		this.state = new ThreadsWindow(2, 2, 8, 51);
		this.now += TimeUnit.MICROSECONDS.toNanos(10);
		this.threads.next();
		assertThat(this.threads.queueNanos()).isBetween(Samples.millis(700), Samples.millis(800));
	}

	@Test
	void whatWaitsForAThreadToWakeUpDoesNotWait() {
		sample(0, 0);
		sample(0, 1);
		this.state = new ThreadsWindow(200, 95, 78, 2);
		this.now += Samples.millis(100);
		this.threads.sample();
		assertThat(this.threads.queueNanos()).isZero();
	}

	@Test
	void nobodyHasWaitedForLongerThanThereWasAQueue() {
		sample(0, 0);
		sample(0, 1);
		sample(40, 1);
		sample(40, 1);
		assertThat(this.threads.queueNanos()).isEqualTo(Samples.millis(200));
	}

	@Test
	void knowsNoWaitWhereNothingWasServedYet() {
		sample(0, 0);
		sample(5, 0);
		assertThat(this.threads.queueNanos()).isZero();
	}

	@Test
	void givesThePeaksOfAPeriod() {
		sample(0, 0);
		sample(7, 1);
		sample(1, 2);
		assertThat(this.threads.next()).isEqualTo(new ThreadsWindow(2, 2, 7, 2));
		assertThat(this.threads.next()).isEqualTo(new ThreadsWindow(2, 2, 1, 2));
	}

	@Test
	void knowsNothingWhereNobodyKnows() {
		this.state = null;
		this.threads.sample();
		assertThat(this.threads.next()).isNull();
		assertThat(this.threads.queueNanos()).isNegative();
	}

	private void sample(int queued, long completed) {
		this.state = new ThreadsWindow(2, (queued > 0) ? 2 : 1, queued, completed);
		this.now += TimeUnit.MILLISECONDS.toNanos(100);
		this.threads.sample();
	}

}
