package io.perfstarter.async;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Pages by chance: everything that can happen to a {@link PageMapper} happens, at times
 * that nobody chose.
 */
@Tag(Tier.MORE)
class PageMapperRandomTests {

	private static final int RUNS = Integer.getInteger("pages.runs", Tier.times(2_000, 10_000));

	private static final long SEED = Long.getLong("pages.seed", System.nanoTime());

	private final PageTestExecutor executor = new PageTestExecutor(3);

	private final ScheduledExecutorService interrupter = Executors
		.newSingleThreadScheduledExecutor((task) -> new Thread(task, "interrupter"));

	private final Map<End, Integer> ends = new EnumMap<>(End.class);

	@AfterEach
	void close() {
		this.interrupter.shutdownNow();
	}

	@Test
	@Timeout(300)
	void everyRunIsRight() throws InterruptedException {
		System.out.println("PageMapper: " + RUNS + " runs with -Dpages.seed=" + SEED);
		Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
		Thread first = new Thread(() -> runHalf(0, faults), "driver-0");
		Thread second = new Thread(() -> runHalf(1, faults), "driver-1");
		first.start();
		second.start();
		first.join();
		second.join();
		assertThat(faults).isEmpty();
		await().untilAsserted(() -> assertThat(this.executor.isIdle()).isTrue());
		assertThat(this.executor.leftInterrupted).hasValue(0);
		System.out.println("PageMapper: " + this.ends);
		for (End end : End.values()) {
			assertThat(this.ends.getOrDefault(end, 0)).as("%s", end).isGreaterThan(RUNS / 200);
		}
	}

	private void runHalf(int half, Queue<Throwable> faults) {
		for (int run = half; run < RUNS && faults.isEmpty(); run += 2) {
			Scenario scenario = new Scenario(new Random(SEED + run));
			try {
				End end = scenario.play();
				synchronized (this.ends) {
					this.ends.merge(end, 1, Integer::sum);
				}
			}
			catch (Throwable ex) {
				faults.add(new AssertionError("run " + run + " of seed " + SEED + ": " + scenario, ex));
			}
		}
	}

	/**
	 * How a run ended.
	 */
	private enum End {

		VALUES, FALLBACKS, FAILED, EXPIRED, INTERRUPTED

	}

	/**
	 * What an item does.
	 */
	private enum Item {

		/** Gives its value. */
		QUICK,
		/** Sleeps, and throws what wakes it. */
		SLOW,
		/** Sleeps, and sets the flag again if it is woken. */
		POLITE,
		/** Sleeps, and gives its value if it is woken. */
		DEAF,
		/** Computes, whatever happens. */
		BUSY,
		/** Throws. */
		FAILING

	}

	/**
	 * A failure that was planted.
	 */
	private static final class Planted extends Exception {

		private static final long serialVersionUID = 1L;

		Planted(int item) {
			super("item " + item, null, false, false);
		}

	}

	/**
	 * One page, what happens to it, and what must come of it.
	 */
	private final class Scenario {

		private final Random random;

		private final List<Item> items = new ArrayList<>();

		private final int[] micros;

		private final int chunk;

		private final int kind;

		private final int concurrency;

		private final int refusals;

		private final int deadlineMicros;

		private final int interruptMicros;

		private final Thread caller = Thread.currentThread();

		private final AtomicInteger working = new AtomicInteger();

		private final AtomicInteger[] calls;

		private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

		private final Queue<Planted> planted = new ConcurrentLinkedQueue<>();

		/** Whether an item of the caller took note of an interrupt and told nobody. */
		private boolean swallowed;

		private boolean returned;

		private boolean interrupted;

		Scenario(Random random) {
			this.random = random;
			int size = random.nextInt(13);
			boolean harmless = random.nextInt(4) == 0;
			for (int i = 0; i < size; i++) {
				this.items.add((harmless || random.nextInt(8) != 0) ? Item.values()[random.nextInt(5)] : Item.FAILING);
			}
			this.micros = random.ints(size, 0, 300).toArray();
			this.calls = IntStream.range(0, size).mapToObj((i) -> new AtomicInteger()).toArray(AtomicInteger[]::new);
			this.chunk = random.nextInt(5);
			this.kind = random.nextInt(2);
			this.concurrency = 1 + random.nextInt(6);
			this.refusals = random.nextInt(4);
			this.deadlineMicros = (random.nextInt(3) != 0) ? -1 : random.nextInt(1500);
			this.interruptMicros = (random.nextInt(4) != 0) ? -1 : random.nextInt(1000);
		}

		End play() throws Exception {
			AtomicInteger chance = new AtomicInteger(this.random.nextInt(4));
			Predicate<Runnable> helpers = (task) -> chance.getAndIncrement() % 4 >= this.refusals
					&& PageMapperRandomTests.this.executor.test(task);
			PageMapper pages = new PageMapper((name) -> helpers, helpers);
			try {
				Future<?> interrupt = (this.interruptMicros >= 0) ? PageMapperRandomTests.this.interrupter
					.schedule(this::interrupt, this.interruptMicros, TimeUnit.MICROSECONDS) : null;
				End end;
				try {
					end = map(pages);
				}
				finally {
					synchronized (this) {
						this.returned = true;
					}
				}
				boolean flag = Thread.interrupted();
				if (interrupt != null) {
					interrupt.cancel(false);
				}
				check(end, flag);
				return end;
			}
			finally {
				Thread.interrupted();
			}
		}

		private synchronized void interrupt() {
			if (!this.returned) {
				this.interrupted = true;
				this.caller.interrupt();
			}
		}

		private End map(PageMapper pages) throws Exception {
			List<Integer> numbers = IntStream.range(0, this.items.size()).boxed().toList();
			PageMapping<Integer, Integer, Exception> mapping = (this.chunk != 0)
					? pages.chunked(numbers, this.chunk, this::chunk) : pages.map(numbers, this::item);
			mapping.concurrency(this.concurrency);
			if (this.deadlineMicros >= 0) {
				mapping.deadline(Duration.ofNanos(1000L * this.deadlineMicros));
			}
			try {
				return switch (this.kind) {
					case 0 -> values(mapping.run());
					default -> fallbacks(mapping.orElse((item, failure) -> fallback(failure)));
				};
			}
			catch (Planted ex) {
				expect(this.kind == 0 && this.planted.contains(ex), "failure of another page");
				return End.FAILED;
			}
			catch (PageDeadlineExceededException ex) {
				expect(this.kind == 0 && this.deadlineMicros >= 0, "no deadline");
				return End.EXPIRED;
			}
			catch (CancellationException ex) {
				return End.INTERRUPTED;
			}
		}

		private List<Integer> chunk(List<Integer> numbers) throws Exception {
			List<Integer> values = new ArrayList<>();
			for (int number : numbers) {
				values.add(item(number));
			}
			return values;
		}

		private int item(int number) throws Exception {
			this.working.incrementAndGet();
			try {
				synchronized (this) {
					expect(!this.returned, "begun after the end");
				}
				expect(this.calls[number].incrementAndGet() == 1, "called twice");
				behave(number);
				return number * 10;
			}
			finally {
				this.working.decrementAndGet();
			}
		}

		private void behave(int number) throws Exception {
			long nanos = 1000L * this.micros[number];
			switch (this.items.get(number)) {
				case QUICK -> {
				}
				case SLOW -> TimeUnit.NANOSECONDS.sleep(nanos);
				case POLITE -> {
					try {
						TimeUnit.NANOSECONDS.sleep(nanos);
					}
					catch (InterruptedException ex) {
						Thread.currentThread().interrupt();
						throw new IllegalStateException("polite", ex);
					}
				}
				case DEAF -> {
					try {
						TimeUnit.NANOSECONDS.sleep(nanos);
					}
					catch (InterruptedException ex) {
						this.swallowed |= Thread.currentThread() == this.caller;
					}
				}
				case BUSY -> {
					long begin = System.nanoTime();
					while (System.nanoTime() - begin < nanos) {
						Thread.onSpinWait();
					}
				}
				case FAILING -> {
					LockSupport.parkNanos(nanos);
					Planted failure = new Planted(number);
					this.planted.add(failure);
					throw failure;
				}
			}
		}

		private End values(List<Integer> values) {
			expect(values.equals(IntStream.range(0, this.items.size()).mapToObj((i) -> i * 10).toList()),
					"values " + values);
			return End.VALUES;
		}

		private End fallbacks(List<Integer> values) {
			expect(values.size() == this.items.size(), "size");
			for (int i = 0; i < values.size(); i++) {
				Integer value = values.get(i);
				checkItem(i, (value < 0) ? null : value,
						(value < 0) ? ((value == -1) ? new Planted(i) : new PageDeadlineExceededException("")) : null);
			}
			return End.FALLBACKS;
		}

		private int fallback(Exception failure) {
			expect(Thread.currentThread() == this.caller && this.working.get() == 0, "fallback in another thread");
			return (failure instanceof Planted) ? -1 : -2;
		}

		private void checkItem(int number, Integer value, Exception failure) {
			int width = Math.max(1, this.chunk);
			int from = number / width * width;
			boolean failing = this.items.subList(from, Math.min(from + width, this.items.size()))
				.contains(Item.FAILING);
			if (failure == null) {
				expect(!failing && value == number * 10, "value of " + number + " is " + value);
			}
			else if (failure instanceof Planted) {
				expect(failing && value == null, "failure of " + number);
			}
			else {
				expect(failure instanceof PageDeadlineExceededException && this.deadlineMicros >= 0 && value == null,
						"failure of " + number + ": " + failure);
			}
		}

		private void check(End end, boolean flag) {
			expect(this.working.get() == 0, "somebody still works");
			if (!this.interrupted) {
				expect(!flag, "interrupted by us");
				expect(end != End.INTERRUPTED, "cancelled by nobody");
				if (this.deadlineMicros < 0 && this.kind == 0) {
					expect((end == End.FAILED) == this.items.contains(Item.FAILING), "end " + end);
				}
			}
			else if (end == End.INTERRUPTED) {
				expect(flag, "interrupt got lost");
			}
			else if (!this.swallowed && this.deadlineMicros < 0 && end != End.FAILED) {
				// Otherwise it may have met an interrupt of ours within the same item.
				expect(flag, "interrupt got lost");
			}
			assertThat(this.wrong).isEmpty();
		}

		private void expect(boolean condition, String message) {
			if (!condition) {
				this.wrong.add(message);
			}
		}

		@Override
		public String toString() {
			return "items " + this.items + ", chunk " + this.chunk + ", kind " + this.kind + ", concurrency "
					+ this.concurrency + ", deadline " + this.deadlineMicros + ", interrupt " + this.interruptMicros
					+ " sent " + this.interrupted;
		}

	}

}
