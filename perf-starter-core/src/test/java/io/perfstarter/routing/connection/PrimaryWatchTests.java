package io.perfstarter.routing.connection;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PrimaryWatch}: waiting for the position after a commit.
 */
@Timeout(60)
class PrimaryWatchTests {

	private static final Duration LONG = Duration.ofMinutes(1);

	private final AtomicLong clock = new AtomicLong();

	private final PrimaryWatch watch = new PrimaryWatch(this.clock::get, new RecordingRoutingListener());

	private final AtomicInteger requests = new AtomicInteger();

	private void answered(long takenAt, long position) {
		this.watch.answered(takenAt, new Sample(false, new LogPosition(position, 1, 7)));
	}

	private @Nullable Position await(long moment, Duration longest) {
		return this.watch.awaitPosition(moment, longest, this.requests::incrementAndGet);
	}

	private CompletableFuture<@Nullable Position> waiting(long moment) {
		int before = this.requests.get();
		CompletableFuture<@Nullable Position> position = new CompletableFuture<>();
		new Thread(() -> position.complete(await(moment, LONG))).start();
		Awaitility.await().until(() -> this.requests.get() > before);
		return position;
	}

	@Test
	void whatIsUnknownIsFromNowOrFromBeforeThePrimaryWentDown() {
		this.clock.set(50);
		assertThat(this.watch.latest()).isEqualTo(50);
		answered(60, 10);
		this.clock.set(100);
		this.watch.failed("down");
		this.clock.set(1_000);
		assertThat(this.watch.isGone(this.watch.latest())).isTrue();
		answered(1_100, 20);
		assertThat(this.watch.latest()).isEqualTo(1_000);
	}

	@Test
	void knownPositionIsReturnedWithoutARequest() {
		answered(100, 10);
		assertThat(await(99, LONG)).isEqualTo(new LogPosition(10, 1, 7));
		assertThat(this.requests).hasValue(0);
	}

	@Test
	void oneSampleServesAllThatWait() {
		answered(100, 10);
		CompletableFuture<@Nullable Position> one = waiting(100);
		CompletableFuture<@Nullable Position> other = waiting(150);
		answered(200, 20);
		assertThat(one.join()).isEqualTo(new LogPosition(20, 1, 7)).isEqualTo(other.join());
	}

	@Test
	void sampleThatBeganBeforeTheCommitIsNotEnough() {
		answered(100, 10);
		CompletableFuture<@Nullable Position> position = waiting(150);
		int before = this.requests.get();
		answered(150, 15);
		Awaitility.await().until(() -> this.requests.get() > before);
		assertThat(position).isNotDone();
		answered(151, 16);
		assertThat(position.join()).isEqualTo(new LogPosition(16, 1, 7));
	}

	@Test
	void waitIsLimited() {
		answered(100, 10);
		assertThat(await(100, Duration.ofMillis(10))).isNull();
		assertThat(this.requests).hasPositiveValue();
	}

	@Test
	void waitEndsWhenThePrimaryFails() {
		answered(100, 10);
		CompletableFuture<@Nullable Position> position = waiting(150);
		this.clock.set(200);
		this.watch.failed("It is broken");
		assertThat(position.join()).isNull();
		assertThat(await(180, LONG)).isNull();
	}

	@Test
	void writeAfterAFailureIsWaitedFor() {
		answered(100, 10);
		this.clock.set(200);
		this.watch.failed("It was broken");
		CompletableFuture<@Nullable Position> position = waiting(250);
		answered(300, 30);
		assertThat(position.join()).isEqualTo(new LogPosition(30, 1, 7));
	}

	@Test
	void primaryWithoutPositionsIsNotWaitedFor() {
		this.watch.answered(100, new Sample(false, null));
		assertThat(await(150, LONG)).isNull();
		answered(200, 20);
		this.watch.refused("Not permitted");
		assertThat(await(250, LONG)).isNull();
		assertThat(this.requests).hasValue(0);
	}

	@Test
	void interruptEndsTheWait() throws InterruptedException {
		answered(100, 10);
		CountDownLatch interrupted = new CountDownLatch(1);
		Thread thread = new Thread(() -> {
			assertThat(await(150, LONG)).isNull();
			if (Thread.currentThread().isInterrupted()) {
				interrupted.countDown();
			}
		});
		thread.start();
		Awaitility.await().until(() -> this.requests.get() > 0);
		thread.interrupt();
		interrupted.await();
	}

}
