package io.perfstarter.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * A future for which a task of an executor may wait without keeping its permit from those
 * that it waits for.
 *
 * @param <T> what comes of it
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
