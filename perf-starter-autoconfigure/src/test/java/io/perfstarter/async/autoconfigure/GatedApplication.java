package io.perfstarter.async.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.perfstarter.web.autoconfigure.AutoConfigureWeb;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.util.matcher.AnyRequestMatcher;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/**
 * An application whose requests end in every way, and count how many of them run.
 */
@Configuration(proxyBeanMethods = false)
@AutoConfigureWeb
@RestController
class GatedApplication {

	final AtomicInteger calls = new AtomicInteger();

	final AtomicInteger running = new AtomicInteger();

	final AtomicInteger mostRunning = new AtomicInteger();

	final Semaphore door = new Semaphore(0);

	final BlockingQueue<DeferredResult<String>> pending = new LinkedBlockingQueue<>();

	private final Executor executor = (task) -> new Thread(task, "application").start();

	@Bean
	SecurityFilterChain everybody() {
		return new DefaultSecurityFilterChain(AnyRequestMatcher.INSTANCE);
	}

	private void begin() {
		this.calls.incrementAndGet();
		int now = this.running.incrementAndGet();
		this.mostRunning.accumulateAndGet(now, Math::max);
	}

	private String work() {
		LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
		this.running.decrementAndGet();
		return "done";
	}

	@GetMapping("/held")
	String held() throws InterruptedException {
		begin();
		this.door.tryAcquire(60, TimeUnit.SECONDS);
		return work();
	}

	@GetMapping({ "/simple", "/events/simple" })
	String simple() {
		begin();
		return work();
	}

	@GetMapping("/failing")
	String failing() {
		begin();
		throw new IllegalStateException(work());
	}

	@GetMapping("/pending")
	DeferredResult<String> pending() {
		begin();
		this.running.decrementAndGet();
		DeferredResult<String> result = new DeferredResult<>(60_000L);
		this.pending.add(result);
		return result;
	}

	@GetMapping("/timeout")
	DeferredResult<String> timeout() {
		begin();
		this.running.decrementAndGet();
		return new DeferredResult<>(1L);
	}

	@GetMapping("/future")
	CompletableFuture<String> future() {
		begin();
		return CompletableFuture.supplyAsync(this::work, this.executor);
	}

	@GetMapping("/failing-future")
	CompletableFuture<String> failingFuture() {
		begin();
		return CompletableFuture.supplyAsync(() -> {
			throw new IllegalStateException(work());
		}, this.executor);
	}

	@GetMapping("/callable")
	Callable<String> callable() {
		begin();
		return this::work;
	}

	@GetMapping("/stream")
	StreamingResponseBody stream() {
		begin();
		// When its client leaves, the container ends the request before the body notices.
		this.running.decrementAndGet();
		return (output) -> {
			byte[] line = "line\n".repeat(1_000).getBytes(StandardCharsets.UTF_8);
			for (int i = 0; i < 20; i++) {
				output.write(line);
				output.flush();
			}
		};
	}

}
