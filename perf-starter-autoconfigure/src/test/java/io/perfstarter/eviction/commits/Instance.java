package io.perfstarter.eviction.commits;

import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.autoconfigure.TestDiscoveryClient;

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

/**
 * An instance of the application, with a web server and a thread beside its callers.
 */
class Instance implements AutoCloseable {

	private final ConfigurableApplicationContext context;

	final ExecutorService executor = Executors.newSingleThreadExecutor((task) -> {
		Thread thread = new Thread(task, "worker");
		thread.setDaemon(true);
		return thread;
	});

	Instance(Class<?> application, TestDiscoveryClient registry, String url, String... properties) {
		this.context = new SpringApplicationBuilder(application)
			.initializers((context) -> ((GenericApplicationContext) context).registerBean(TestDiscoveryClient.class,
					() -> registry))
			.properties("server.port=0", "spring.application.name=prices", "spring.main.banner-mode=off",
					"spring.jmx.enabled=false", "spring.datasource.url=" + url, "spring.datasource.username=postgres",
					"jdbc.datasource-proxy.enabled=false", "spring.jpa.open-in-view=false",
					"perf-starter.secret=a secret of thirty-two characters",
					"perf-starter.coherence.discovery-interval=200ms", "perf-starter.coherence.max-staleness=1s",
					"perf-starter.coherence.caches.prices.time-to-live=1h", "perf-starter.reporting.enabled=false",
					"perf-starter.boundary.enabled=false")
			.properties(properties)
			.run();
		registry.register(((WebServerApplicationContext) this.context).getWebServer().getPort(), false);
	}

	Prices prices() {
		return this.context.getBean(Prices.class);
	}

	Cache cache() {
		return Objects.requireNonNull(this.context.getBean(CacheManager.class).getCache("prices"));
	}

	Store store() {
		return this.context.getBean(Store.class);
	}

	JdbcTemplate jdbc() {
		return this.context.getBean(JdbcTemplate.class);
	}

	int peers() {
		return this.context.getBean(FanOut.class).peers();
	}

	double evictions() {
		return this.context.getBean(MeterRegistry.class)
			.find("perf.starter.eviction.executions")
			.counters()
			.stream()
			.mapToDouble(Counter::count)
			.sum();
	}

	/**
	 * Returns the age of the oldest change in progress, in seconds.
	 */
	double changeAge() {
		return this.context.getBean(MeterRegistry.class).get("perf.starter.coherence.change.age").timeGauge().value();
	}

	void inTransaction(Body body) {
		run(TransactionDefinition.PROPAGATION_REQUIRED, "transactionManager", body);
	}

	void inNestedTransaction(Body body) {
		run(TransactionDefinition.PROPAGATION_NESTED, "transactionManager", body);
	}

	void inNewTransaction(Body body) {
		run(TransactionDefinition.PROPAGATION_REQUIRES_NEW, "transactionManager", body);
	}

	private void run(int propagation, String manager, Body body) {
		TransactionTemplate template = new TransactionTemplate(
				this.context.getBean(manager, PlatformTransactionManager.class));
		template.setPropagationBehavior(propagation);
		template.executeWithoutResult((status) -> {
			try {
				body.run();
			}
			catch (RuntimeException ex) {
				throw ex;
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		});
	}

	Future<?> beside(Body body) {
		return this.executor.submit(body::run);
	}

	@Override
	public void close() {
		this.executor.shutdownNow();
		this.context.close();
	}

}
