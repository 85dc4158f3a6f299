package io.perfstarter.async.autoconfigure;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import io.perfstarter.async.BoundedExecutor;
import org.jspecify.annotations.Nullable;

import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.async.CallableProcessingInterceptor;

/**
 * Runs the asynchronous requests of Spring MVC, which ignores the futures of its tasks: a
 * request whose task is never run goes on with the failure instead of waiting for its
 * timeout. Must also be registered as an interceptor. Thread-safe.
 */
final class MvcTaskExecutor implements AsyncTaskExecutor, CallableProcessingInterceptor {

	private final ThreadLocal<@Nullable TaskRejectedException> refusal = new ThreadLocal<>();

	private final BoundedExecutor executor;

	private final TaskExecutor streams;

	/**
	 * Creates the executor.
	 * @param executor runs the requests
	 * @param streams writes elements of streams while the executor is full
	 */
	MvcTaskExecutor(BoundedExecutor executor, TaskExecutor streams) {
		this.executor = executor;
		this.streams = streams;
	}

	/**
	 * Writes elements of a stream, of which Spring MVC submits one such task at a time.
	 * It is never rejected: Spring MVC would leave the response open, with no timeout.
	 */
	@Override
	public void execute(Runnable task) {
		if (this.executor.tryStart(task) == null) {
			this.streams.execute(task);
		}
	}

	/**
	 * Runs a request.
	 * @throws TaskRejectedException also if the task is dropped
	 */
	@Override
	public Future<?> submit(Runnable task) {
		CompletableFuture<Void> future = this.executor.submitCompletable(task);
		if (future.handle((result, failure) -> failure).getNow(null) instanceof TaskRejectedException dropped) {
			throw dropped;
		}
		future.whenComplete((result, failure) -> {
			if (failure instanceof TaskRejectedException expired) {
				refuse(task, expired);
			}
		});
		return future;
	}

	/**
	 * Runs the task of Spring MVC, but not that of the application: {@link #preProcess}
	 * throws before, and Spring MVC resolves the exception.
	 */
	private void refuse(Runnable task, TaskRejectedException refusal) {
		this.refusal.set(refusal);
		try {
			task.run();
		}
		finally {
			this.refusal.remove();
		}
	}

	@Override
	public <T> void preProcess(NativeWebRequest request, Callable<T> task) {
		TaskRejectedException refusal = this.refusal.get();
		if (refusal != null) {
			throw refusal;
		}
	}

}
