package io.perfstarter.async;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import io.perfstarter.async.ExecutorSettings.Submit;
import io.perfstarter.async.ExecutorSettings.WhenFull;
import io.perfstarter.fixtures.Tier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.core.task.TaskRejectedException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each task that is submitted by chance, in or outside a transaction, by a task or
 * another thread, has exactly one fate: it has run, or was rejected, dropped or
 * cancelled, or its transaction was rolled back.
 */
@Tag(Tier.MORE)
@Timeout(1_800)
class ExecutorFateTests {

	private static final long SEED = Long.getLong("fates.seed", System.nanoTime());

	private static final int TASKS = Tier.times(20_000, 1_000_000);

	private static final int ROUNDS = 20;

	private static final int SUBMITTERS = 4;

	private final TransactionTemplate transactions = new TransactionTemplate(new NoResource());

	private final Map<Fate, Integer> fates = new EnumMap<>(Fate.class);

	@Test
	void everyTaskHasOneFate() throws Exception {
		System.out.println("ExecutorFateTests: " + TASKS + " tasks with -Dfates.seed=" + SEED);
		for (int round = 0; round < ROUNDS; round++) {
			runRound(new Random(SEED + round));
		}
		System.out.println("ExecutorFateTests: " + this.fates);
		assertThat(this.fates).containsOnlyKeys(Fate.values());
	}

	private void runRound(Random random) throws InterruptedException {
		Queue<Submitted> all = new ConcurrentLinkedQueue<>();
		List<BoundedTaskExecutor> executors = new ArrayList<>();
		try (BoundedExecutors owner = new BoundedExecutors(Runtime.version().feature() >= 21)) {
			for (WhenFull whenFull : WhenFull.values()) {
				for (Submit submit : Submit.values()) {
					executors.add(owner.add(whenFull + " " + submit,
							new ExecutorSettings(() -> 2, random.nextInt(20), whenFull, submit), null));
				}
			}
			executors.forEach(BoundedTaskExecutor::initialize);
			AtomicInteger left = new AtomicInteger(TASKS / ROUNDS);
			List<Thread> submitters = new ArrayList<>();
			for (int i = 0; i < SUBMITTERS; i++) {
				Random own = new Random(random.nextLong());
				submitters.add(new Thread(() -> {
					while (left.get() > 0) {
						submitSome(executors, left, own, all);
					}
				}, "submitter-" + i));
			}
			submitters.forEach(Thread::start);
			for (Thread submitter : submitters) {
				submitter.join();
			}
			owner.stop(Duration.ofMinutes(1));
		}
		Map<Fate, Integer> fates = new EnumMap<>(Fate.class);
		all.forEach((task) -> fates.merge(task.fate(), 1, Integer::sum));
		assertCounted(executors, fates);
		fates.forEach((fate, number) -> this.fates.merge(fate, number, Integer::sum));
	}

	/**
	 * The executors have counted the same.
	 */
	private static void assertCounted(List<BoundedTaskExecutor> executors, Map<Fate, Integer> fates) {
		assertThat(executors.stream().mapToLong((executor) -> executor.cancelled.sum()).sum())
			.isEqualTo(fates.getOrDefault(Fate.CANCELLED, 0).longValue());
		assertThat(executors.stream().mapToLong((executor) -> executor.dropped.sum()).sum()
				+ executors.stream().mapToLong((executor) -> executor.rejected.sum()).sum()
				+ executors.stream().mapToLong((executor) -> executor.rolledBack.sum()).sum())
			.isEqualTo(fates.getOrDefault(Fate.REJECTED, 0) + fates.getOrDefault(Fate.DROPPED, 0)
					+ fates.getOrDefault(Fate.NOT_COMMITTED, 0));
	}

	private void submitSome(List<BoundedTaskExecutor> executors, AtomicInteger left, Random random,
			Queue<Submitted> all) {
		if (random.nextInt(3) > 0) {
			submit(executors, left, random, all);
			return;
		}
		this.transactions.executeWithoutResult((status) -> {
			for (int i = random.nextInt(10); i > 0; i--) {
				submit(executors, left, random, all);
			}
			if (random.nextBoolean()) {
				status.setRollbackOnly();
			}
		});
	}

	private static @Nullable Submitted submit(List<BoundedTaskExecutor> executors, AtomicInteger left, Random random,
			Queue<Submitted> all) {
		left.decrementAndGet();
		BoundedTaskExecutor executor = executors.get(random.nextInt(executors.size()));
		Submitted task = new Submitted();
		all.add(task);
		Random own = new Random(random.nextLong());
		try {
			task.future = executor.submitCompletable(() -> {
				task.runs.incrementAndGet();
				if (own.nextInt(10) == 0) {
					throw new IllegalStateException("planted");
				}
				for (int i = own.nextInt(20) - 17; i > 0; i--) {
					Submitted nested = submit(List.of(executor), left, own, all);
					if (nested != null && own.nextBoolean()) {
						nested.future.handle((result, failure) -> failure).join();
					}
				}
				return null;
			});
		}
		catch (TaskRejectedException ex) {
			return null;
		}
		if (random.nextInt(10) == 0) {
			task.future.cancel(random.nextBoolean());
		}
		return task;
	}

	/**
	 * What became of a task.
	 */
	private enum Fate {

		RAN, REJECTED, DROPPED, CANCELLED, NOT_COMMITTED

	}

	/**
	 * A task that was submitted, whose future is there unless it was rejected.
	 */
	private static final class Submitted {

		private final AtomicInteger runs = new AtomicInteger();

		private volatile @Nullable CompletableFuture<Object> future;

		private Fate fate() {
			CompletableFuture<Object> future = this.future;
			assertThat(this.runs.get()).isLessThanOrEqualTo(1);
			if (future == null) {
				assertThat(this.runs).hasValue(0);
				return Fate.REJECTED;
			}
			assertThat(future).isDone();
			if (future.isCancelled()) {
				return Fate.CANCELLED;
			}
			Throwable failure = future.handle((result, ex) -> ex).join();
			if (!(failure instanceof TaskRejectedException)) {
				assertThat(this.runs).hasValue(1);
				return Fate.RAN;
			}
			assertThat(this.runs).hasValue(0);
			return (failure instanceof ExecutorFullException) ? Fate.DROPPED : Fate.NOT_COMMITTED;
		}

	}

	/**
	 * Transactions of nothing.
	 */
	private static final class NoResource extends AbstractPlatformTransactionManager {

		private static final long serialVersionUID = 1L;

		@Override
		protected Object doGetTransaction() {
			return this;
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
			// No resource.
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
			// No resource.
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
			// No resource.
		}

	}

}
