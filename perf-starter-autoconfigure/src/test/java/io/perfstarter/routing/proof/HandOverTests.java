package io.perfstarter.routing.proof;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.async.PageMapper;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import io.perfstarter.routing.PostgresPair;
import io.perfstarter.routing.PrimaryRead;
import io.perfstarter.routing.ReplicasUp;
import io.perfstarter.routing.connection.Routing;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a client finds its own write although the standby is behind and the work of
 * the request changes its thread.
 */
@Tag(Tier.CI)
class HandOverTests {

	private static final int TIMES = Integer.getInteger("handover.times", Tier.times(20, 100));

	private static final int DELAY = Integer.getInteger("handover.delay", 300);

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	private static PostgresPair databases;

	private static ServletWebServerApplicationContext application;

	@BeforeAll
	static void start() {
		databases = PostgresPair.shared();
		databases.execute("create table if not exists counters (id bigint primary key, value bigint)");
		databases.execute("insert into counters values (1, 0) on conflict do nothing");
		application = (ServletWebServerApplicationContext) new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.SERVLET)
			.properties("server.port=0", "spring.datasource.url=" + databases.primaryUrl(),
					"spring.datasource.username=postgres", "perf-starter.async.mvc-executor=pages",
					"perf-starter.async.executors.pages.concurrency-limit=4", "spring.reactor.context-propagation=auto",
					"perf-starter.routing.replicas.standby.url=" + databases.standbyUrl(),
					"perf-starter.routing.replicas.standby.hikari.connection-timeout=10000")
			.listeners(new ReplicasUp())
			.run();
		databases.applyDelay(DELAY);
	}

	@AfterAll
	static void end() {
		databases.applyDelay(0);
		application.close();
		Hooks.disableAutomaticContextPropagation();
	}

	@UsualRows({ 1, 5, 9 })
	@ParameterizedTest
	@ValueSource(strings = { "executor-reads", "executor-writes", "page-reads", "page-writes", "callable",
			"callable-writes", "deferred", "after-commit", "primary-read", "mono", "mono-writes" })
	void findsItsOwnWrite(String path) throws Exception {
		long fromReplica = replicaReads();
		for (int i = 0; i < TIMES; i++) {
			HttpRequest request = HttpRequest
				.newBuilder(URI.create("http://localhost:%d/%s".formatted(application.getWebServer().getPort(), path)))
				.build();
			assertThat(CLIENT.send(request, BodyHandlers.ofString()).body()).as(path + " " + i).isEqualTo("found");
		}
		System.out.println(
				"Hand-over '%s': %d of %d reads from the replica".formatted(path, replicaReads() - fromReplica, TIMES));
	}

	private static long replicaReads() {
		return application.getBean(Routing.class)
			.status()
			.replicas()
			.get(0)
			.connections()
			.values()
			.stream()
			.mapToLong(Long::longValue)
			.sum();
	}

	/**
	 * An application whose requests write and read on several threads.
	 */
	@JdbcWebApplication
	@Import({ Counters.class, Requests.class, Freshly.class })
	static class Application {

	}

	/**
	 * Reads on the primary.
	 */
	static class Freshly {

		private final Counters counters;

		private final Executor executor;

		Freshly(Counters counters, @Qualifier("pages") Executor executor) {
			this.counters = counters;
			this.executor = executor;
		}

		@PrimaryRead
		public long read() throws Exception {
			return Requests.on(this.executor, () -> this.counters.read(1));
		}

	}

	/**
	 * The requests. Each answers whether it has read what it has written.
	 */
	@RestController
	static class Requests {

		private final AtomicLong values = new AtomicLong(System.nanoTime());

		private final Counters counters;

		private final Freshly freshly;

		private final PageMapper pages;

		private final Executor executor;

		private final PlatformTransactionManager transactions;

		Requests(Counters counters, Freshly freshly, PageMapper pages, @Qualifier("pages") Executor executor,
				PlatformTransactionManager transactions) {
			this.counters = counters;
			this.freshly = freshly;
			this.pages = pages;
			this.executor = executor;
			this.transactions = transactions;
		}

		static <T> T on(Executor executor, Callable<T> task) throws Exception {
			FutureTask<T> future = new FutureTask<>(task);
			executor.execute(future);
			return future.get();
		}

		private long write() {
			long value = this.values.incrementAndGet();
			this.counters.write(1, value);
			return value;
		}

		private String found(long value, long read) {
			return (value == read) ? "found" : "lost";
		}

		@GetMapping("/executor-reads")
		String executorReads() throws Exception {
			long value = write();
			return found(value, on(this.executor, () -> this.counters.read(1)));
		}

		@GetMapping("/executor-writes")
		String executorWrites() throws Exception {
			long value = on(this.executor, this::write);
			return found(value, this.counters.read(1));
		}

		@GetMapping("/page-reads")
		String pageReads() throws Exception {
			long value = write();
			List<Long> reads = this.pages.map(List.of(1L, 1L, 1L, 1L, 1L, 1L), this.counters::read)
				.executor("pages")
				.concurrency(4)
				.run();
			return reads.stream().allMatch((read) -> read == value) ? "found" : "lost";
		}

		@GetMapping("/page-writes")
		String pageWrites() throws Exception {
			List<Long> written = this.pages.map(List.of(1, 2, 3, 4), (item) -> write())
				.executor("pages")
				.concurrency(4)
				.run();
			return written.contains(this.counters.read(1)) ? "found" : "lost";
		}

		@GetMapping("/callable")
		Callable<String> callable() {
			long value = write();
			return () -> found(value, this.counters.read(1));
		}

		@GetMapping("/callable-writes")
		Callable<String> callableWrites() {
			return () -> found(write(), this.counters.read(1));
		}

		@GetMapping("/deferred")
		DeferredResult<String> deferred() {
			DeferredResult<String> result = new DeferredResult<>();
			long value = write();
			this.executor.execute(() -> result.setResult(found(value, this.counters.read(1))));
			return result;
		}

		@GetMapping("/mono")
		Mono<String> mono() {
			long value = write();
			return Mono.fromCallable(() -> found(value, this.counters.read(1)))
				.subscribeOn(Schedulers.boundedElastic());
		}

		@GetMapping("/mono-writes")
		Mono<String> monoWrites() {
			return Mono.fromCallable(this::write)
				.subscribeOn(Schedulers.boundedElastic())
				.publishOn(Schedulers.parallel())
				.map((value) -> found(value, this.counters.read(1)));
		}

		@GetMapping("/after-commit")
		DeferredResult<String> afterCommit() {
			DeferredResult<String> result = new DeferredResult<>();
			new TransactionTemplate(this.transactions).executeWithoutResult((status) -> {
				long value = write();
				TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

					@Override
					public void afterCommit() {
						Requests.this.executor
							.execute(() -> result.setResult(found(value, Requests.this.counters.read(1))));
					}

				});
			});
			return result;
		}

		@GetMapping("/primary-read")
		String primaryRead() throws Exception {
			long value = this.values.incrementAndGet();
			// Not a write of this request.
			databases.primary().run("update counters set value = %d where id = 1".formatted(value));
			return found(value, this.freshly.read());
		}

	}

}
