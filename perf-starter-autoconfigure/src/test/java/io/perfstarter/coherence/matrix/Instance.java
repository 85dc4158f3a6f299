package io.perfstarter.coherence.matrix;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.coherence.autoconfigure.TestDiscoveryClient;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An instance of the application, with a web server and a thread beside its callers.
 */
class Instance implements AutoCloseable {

	static final String OLD = "old";

	static final String NEW = "new";

	private final ConfigurableApplicationContext context;

	private final ExecutorService executor = Executors.newCachedThreadPool((task) -> {
		Thread thread = new Thread(task, "beside");
		thread.setDaemon(true);
		return thread;
	});

	private final TestDiscoveryClient registry;

	private final int port;

	Instance(Class<?> application, TestDiscoveryClient registry, @Nullable CacheManager caches, String... properties) {
		this.registry = registry;
		this.context = new SpringApplicationBuilder(application).initializers((context) -> {
			GenericApplicationContext beans = (GenericApplicationContext) context;
			beans.registerBean(TestDiscoveryClient.class, () -> registry);
			if (caches != null) {
				beans.registerBean("cacheManager", CacheManager.class, () -> caches);
			}
		})
			.properties("server.port=0", "spring.application.name=prices", "spring.main.banner-mode=off",
					"spring.jmx.enabled=false", "spring.jpa.hibernate.ddl-auto=none",
					"jdbc.datasource-proxy.enabled=false", "perf-starter.secret=a secret of thirty-two characters",
					"perf-starter.coherence.discovery-interval=200ms",
					"perf-starter.coherence.registry-propagation-delay=0s", "perf-starter.reporting.enabled=false",
					"perf-starter.boundary.enabled=false", "perf-starter.warmup.enabled=false")
			.properties(properties)
			.run();
		this.port = ((WebServerApplicationContext) this.context).getWebServer().getPort();
		registry.register(this.port, false);
	}

	int port() {
		return this.port;
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	Prices prices() {
		return bean(Prices.class);
	}

	JdbcTemplate jdbc() {
		return bean(JdbcTemplate.class);
	}

	Cache cache() {
		return bean(CacheManager.class).getCache(Prices.CACHE);
	}

	/**
	 * Whether entries may be served by their own age only, as those loaded during the
	 * start.
	 */
	boolean servesByAge() {
		return bean(FreshnessWatermark.class).isMissingEvictions();
	}

	/**
	 * Whether this instance says that all that it serves is fresh.
	 */
	boolean isCertified() {
		return bean(MeterRegistry.class).get("perf.starter.coherence.mode")
			.tag("mode", "certified")
			.gauge()
			.value() == 1;
	}

	/**
	 * Returns how many entries were not served because no peer was heard in time, and not
	 * because somebody has doubted them.
	 */
	double lapsed() {
		MeterRegistry meters = bean(MeterRegistry.class);
		return meters.get("perf.starter.coherence.hits.refused").tag("reason", "certificate").functionCounter().count()
				- meters.get("perf.starter.coherence.hits.doubted")
					.tags("cause", "unseen-change", "outcome", "refused")
					.functionCounter()
					.count();
	}

	/**
	 * Asserts that a read returns a value that was cached. An instance that a busy
	 * machine keeps from hearing its peer has that value, too, but does not serve it.
	 */
	<T> void assertKept(T value, Body<T> read) throws Exception {
		double lapsed = lapsed();
		T returned = read.run();
		if (lapsed() == lapsed) {
			assertThat(returned).as("entry that is kept").isEqualTo(value);
		}
	}

	String change(long id) {
		jdbc().update("update price set amount = ? where id = ?", NEW, id);
		return jdbc().queryForObject("select amount from price where id = ?", String.class, id);
	}

	/**
	 * Changes the price in the database, and tells the cache.
	 */
	String change(long id, Operation operation) {
		String changed = change(id);
		operation.direct.accept(cache(), id);
		return changed;
	}

	<T> T inTransaction(Body<T> body) {
		return run(TransactionDefinition.PROPAGATION_REQUIRED, body);
	}

	<T> T inNewTransaction(Body<T> body) {
		return run(TransactionDefinition.PROPAGATION_REQUIRES_NEW, body);
	}

	private <T> T run(int propagation, Body<T> body) {
		TransactionTemplate template = new TransactionTemplate(bean(PlatformTransactionManager.class));
		template.setPropagationBehavior(propagation);
		return template.execute((status) -> unchecked(body));
	}

	/**
	 * Runs something in another thread.
	 */
	<T> CompletableFuture<T> beside(Body<T> body) {
		return CompletableFuture.supplyAsync(() -> unchecked(body), this.executor);
	}

	private static <T> T unchecked(Body<T> body) {
		try {
			return body.run();
		}
		catch (RuntimeException ex) {
			throw ex;
		}
		catch (Exception ex) {
			throw new CompletionException(ex);
		}
	}

	@Override
	public void close() {
		this.registry.deregister(this.port);
		this.executor.shutdownNow();
		this.context.close();
	}

}
