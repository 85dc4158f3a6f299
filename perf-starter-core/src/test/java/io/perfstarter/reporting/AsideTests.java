package io.perfstarter.reporting;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Aside}.
 */
class AsideTests {

	private static final Duration LONG = Duration.ofSeconds(30);

	private final CountDownLatch release = new CountDownLatch(1);

	private final AtomicInteger beats = new AtomicInteger();

	private final Aside aside = new Aside(this::beat, Duration.ofMillis(1));

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
		// So that its thread is there: who has not begun in time never begins.
		this.aside.await(() -> "plan", LONG);
		CountDownLatch started = new CountDownLatch(1);
		assertThat(this.aside.<String>await(() -> {
			started.countDown();
			awaitUninterruptibly();
			return "late";
		}, Duration.ofMillis(50))).isNull();
		started.await();
		assertThat(this.aside.await(() -> "plan", LONG)).isNull();
	}

	@Test
	void passesFailuresOn() {
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> this.aside.await(() -> {
			throw new IllegalStateException("no database");
		}, LONG)).withMessageContaining("no database");
	}

	private void beat() {
		if (this.beats.incrementAndGet() == 100) {
			this.release.countDown();
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
