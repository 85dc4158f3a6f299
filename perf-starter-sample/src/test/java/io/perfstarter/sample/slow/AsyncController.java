package io.perfstarter.sample.slow;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/**
 * Requests that are answered asynchronously.
 */
@RestController
@RequestMapping("/async")
class AsyncController implements DisposableBean {

	private final ExecutorService pool = Executors.newCachedThreadPool();

	private final SlowRepository repository;

	AsyncController(SlowRepository repository) {
		this.repository = repository;
	}

	@GetMapping("/deferred/{millis}")
	DeferredResult<Integer> deferred(@PathVariable int millis) {
		DeferredResult<Integer> result = new DeferredResult<>();
		after(millis, () -> result.setResult(millis));
		return result;
	}

	private static void after(int millis, Runnable task) {
		CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(task);
	}

	@GetMapping("/callable/{millis}")
	Callable<Integer> callable(@PathVariable int millis) {
		return () -> sleep(millis);
	}

	@GetMapping("/query/{millis}")
	Callable<Integer> query(@PathVariable int millis) {
		return () -> this.repository.sleep(millis);
	}

	@GetMapping("/future/{millis}")
	CompletableFuture<Integer> future(@PathVariable int millis) {
		return CompletableFuture.supplyAsync(() -> sleep(millis), this.pool);
	}

	@GetMapping("/stream/{pieces}")
	StreamingResponseBody stream(@PathVariable int pieces) {
		return (out) -> {
			for (int i = 0; i < pieces; i++) {
				sleep(100);
				out.write(new byte[1024]);
				out.flush();
			}
		};
	}

	private static int sleep(int millis) {
		try {
			Thread.sleep(millis);
			return millis;
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@GetMapping("/events/{number}")
	SseEmitter events(@PathVariable int number) {
		SseEmitter emitter = new SseEmitter();
		send(emitter, number);
		return emitter;
	}

	private static void send(SseEmitter emitter, int number) {
		after(200, () -> {
			try {
				emitter.send(number);
				if (number > 1) {
					send(emitter, number - 1);
				}
				else {
					emitter.complete();
				}
			}
			catch (IOException ex) {
				emitter.completeWithError(ex);
			}
		});
	}

	@Override
	public void destroy() {
		this.pool.shutdownNow();
	}

}
