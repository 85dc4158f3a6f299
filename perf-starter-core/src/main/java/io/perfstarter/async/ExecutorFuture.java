package io.perfstarter.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * A future for the result of a task. While another task waits for it, that task does not
 * count against the concurrency limit.
 *
 * @param <T> the type of the result
 */
class ExecutorFuture<T extends @Nullable Object> extends CompletableFuture<T> {

	@Override
	public T get() throws InterruptedException, ExecutionException {
		ExecutorTask<?> waiter = lender();
		try {
			return super.get();
		}
		finally {
			takeBack(waiter);
		}
	}

	@Override
	public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
		ExecutorTask<?> waiter = lender();
		try {
			return super.get(timeout, unit);
		}
		finally {
			takeBack(waiter);
		}
	}

	@Override
	public T join() {
		ExecutorTask<?> waiter = lender();
		try {
			return super.join();
		}
		finally {
			takeBack(waiter);
		}
	}

	@Override
	public <U> CompletableFuture<U> newIncompleteFuture() {
		return new ExecutorFuture<>();
	}

	private @Nullable ExecutorTask<?> lender() {
		ExecutorTask<?> waiter = (!isDone()) ? ExecutorTask.current() : null;
		if (waiter != null) {
			waiter.lend();
		}
		return waiter;
	}

	private static void takeBack(@Nullable ExecutorTask<?> waiter) {
		if (waiter != null) {
			waiter.takeBack();
		}
	}

}
