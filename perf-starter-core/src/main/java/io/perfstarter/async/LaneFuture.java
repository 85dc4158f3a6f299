package io.perfstarter.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * A future for which a task of a lane may wait without keeping its permit from those that
 * it waits for.
 *
 * @param <T> what comes of it
 */
class LaneFuture<T extends @Nullable Object> extends CompletableFuture<T> {

	@Override
	public T get() throws InterruptedException, ExecutionException {
		LaneTask<?> waiter = lender();
		try {
			return super.get();
		}
		finally {
			takeBack(waiter);
		}
	}

	@Override
	public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
		LaneTask<?> waiter = lender();
		try {
			return super.get(timeout, unit);
		}
		finally {
			takeBack(waiter);
		}
	}

	@Override
	public T join() {
		LaneTask<?> waiter = lender();
		try {
			return super.join();
		}
		finally {
			takeBack(waiter);
		}
	}

	@Override
	public <U> CompletableFuture<U> newIncompleteFuture() {
		return new LaneFuture<>();
	}

	private @Nullable LaneTask<?> lender() {
		LaneTask<?> waiter = (!isDone()) ? LaneTask.current() : null;
		if (waiter != null) {
			waiter.lend();
		}
		return waiter;
	}

	private static void takeBack(@Nullable LaneTask<?> waiter) {
		if (waiter != null) {
			waiter.takeBack();
		}
	}

}
