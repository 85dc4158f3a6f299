package io.perfstarter.reporting.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.reporting.window.OutsideWork;
import io.perfstarter.support.ApplicationCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import org.springframework.core.task.VirtualThreadTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link OutsideUse}, with real threads.
 */
class OutsideUseTests {

	private static final int MEGABYTE = 1 << 20;

	private final AtomicLong now = new AtomicLong();

	private final List<TimeBreakdown> requests = new ArrayList<>(
			List.of(new TimeBreakdown(System.nanoTime(), -1, () -> 0, new TestFigures())));

	private final OutsideUse outside = new OutsideUse(new ThreadFigures()::allocated, this.requests,
			new StackReader(new ApplicationCode(Set.of(OutsideUseTests.class.getPackageName()))), this.now::get);

	private final CountDownLatch over = new CountDownLatch(1);

	private final List<Thread> threads = new ArrayList<>();

	@BeforeEach
	void begin() {
		this.requests.get(0).addThread(new Thread("http-poll-1"));
	}

	@AfterEach
	void end() throws InterruptedException {
		this.over.countDown();
		for (Thread thread : this.threads) {
			thread.join();
		}
	}

	@Test
	void namesTheThreadsThatAllocateMost() {
		start("job-1", 200);
		start("job-2", 200);
		start("mail-1", 300);
		OutsideWork most = this.outside.next();
		assertThat(most.name()).isEqualTo("job-*");
		assertThat(most.share()).isBetween(0.45, 0.58);
		assertThat(this.outside.next().name()).isNotEqualTo("job-*");
	}

	@Test
	void namesTheMethodInWhichTheyWereSeen() {
		start("job-1", 100);
		this.outside.look();
		assertThat(this.outside.next().name()).isEqualTo("job-* (" + getClass().getName() + ".waits)");
	}

	@Test
	void looksOnceInASecond() {
		this.outside.look();
		this.now.addAndGet(999_999_999);
		start("job-1", 100);
		this.outside.look();
		assertThat(this.outside.next().name()).isEqualTo("job-*");
		this.now.addAndGet(1);
		start("job-2", 100);
		this.outside.look();
		assertThat(this.outside.next().name()).endsWith(".waits)");
	}

	@Test
	void threadsOfRequestsAreNotOutside() {
		this.requests.get(0).addThread(start("http-exec-1", 10));
		start("http-exec-2", 600);
		start("job-1", 100);
		this.outside.look();
		OutsideWork most = this.outside.next();
		assertThat(most.name()).startsWith("job-*");
		assertThat(most.share()).isLessThan(0.2);
	}

	@Test
	void threadsOfEarlierRequestsAreNotOutside() {
		this.requests.get(0).addThread(start("http-exec-1", 10));
		this.outside.next();
		this.requests.clear();
		start("http-exec-2", 600);
		start("job-1", 100);
		assertThat(this.outside.next().name()).isEqualTo("job-*");
	}

	@Test
	void nothingIsKnownBeforeARequestWasSeen() {
		this.requests.clear();
		start("http-exec-1", 600);
		assertThat(this.outside.next()).isEqualTo(OutsideWork.NONE);
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21)
	void virtualThreadsAreNotOutside() {
		AtomicLong allocated = new AtomicLong();
		new VirtualThreadTaskExecutor("virtual-").execute(() -> allocated.set(allocate(600)));
		await().until(() -> allocated.get() > 0);
		assertThat(this.outside.next().share()).isLessThan(0.5);
	}

	/** Starts a thread that has allocated so much, and waits. */
	private Thread start(String name, int megabytes) {
		Thread thread = new Thread(() -> {
			allocate(megabytes);
			waits();
		}, name);
		thread.start();
		this.threads.add(thread);
		await(name).until(() -> thread.getState() == Thread.State.WAITING);
		return thread;
	}

	private static long allocate(int megabytes) {
		long bytes = 0;
		for (int i = 0; i < megabytes; i++) {
			bytes += new byte[MEGABYTE].length;
		}
		return bytes;
	}

	private void waits() {
		try {
			this.over.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
