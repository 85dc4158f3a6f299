package io.perfstarter.reporting;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TimeLimitedCaller}.
 */
class TimeLimitedCallerTests {

	private static final Duration LONG = Duration.ofSeconds(30);

	private final CountDownLatch release = new CountDownLatch(1);

	private final AtomicInteger beats = new AtomicInteger();

	private final TimeLimitedCaller aside = new TimeLimitedCaller(this::beat, Duration.ofMillis(1));

	@AfterEach
	void close() {
		this.release.countDown();
		this.aside.close();
	}

	@Test
	void givesTheResultAndBeatsMeanwhile() throws Exception {
		String result = this.aside.await(() -> {
			this.release.await();
			return "plan";
		}, LONG);
		assertThat(result).isEqualTo("plan");
		assertThat(this.beats).hasValueGreaterThanOrEqualTo(100);
	}

	@Test
	void givesUpWhatHangsAndDoesNothingElseMeanwhile() throws Exception {
		CountDownLatch begun = new CountDownLatch(1);
		// Who has not begun in time never begins, and so does not hang.
		try (TimeLimitedCaller aside = new TimeLimitedCaller(() -> await(begun), Duration.ofMillis(1))) {
			assertThat(aside.<String>await(() -> {
				begun.countDown();
				awaitUninterruptibly();
				return "late";
			}, Duration.ofMillis(500))).isNull();
			assertThat(aside.await(() -> "plan", LONG)).isNull();
		}
	}

	@Test
	void callHasTheClassLoaderOfItsCaller() throws Exception {
		Thread caller = Thread.currentThread();
		ClassLoader before = caller.getContextClassLoader();
		ClassLoader application = new ClassLoader(before) {
		};
		caller.setContextClassLoader(application);
		try {
			assertThat(this.aside.await(() -> Thread.currentThread().getContextClassLoader(), LONG))
				.isSameAs(application);
		}
		finally {
			caller.setContextClassLoader(before);
		}
	}

	@Test
	void failureHasNoResult() throws Exception {
		assertThat(this.aside.<String>await(() -> {
			throw new IllegalStateException("no database");
		}, LONG)).isNull();
	}

	@Test
	void oneAfterTheOther() throws Exception {
		try (TimeLimitedCaller aside = new TimeLimitedCaller(this::beat, LONG)) {
			for (int each = 0; each < 1_000; each++) {
				assertThat(aside.await(() -> "plan", LONG)).as("call %s", each).isEqualTo("plan");
			}
		}
	}

	private void beat() {
		if (this.beats.incrementAndGet() == 100) {
			this.release.countDown();
		}
	}

	private void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void awaitUninterruptibly() {
		boolean interrupted = true;
		while (interrupted) {
			try {
				this.release.await();
				interrupted = false;
			}
			catch (InterruptedException ex) {
				// Hangs on, as a driver may.
			}
		}
	}

}
