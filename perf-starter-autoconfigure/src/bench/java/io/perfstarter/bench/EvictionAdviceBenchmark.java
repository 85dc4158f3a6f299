package io.perfstarter.bench;

import java.util.concurrent.TimeUnit;

import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.eviction.EvictTicketCache;
import io.perfstarter.eviction.autoconfigure.EvictionAutoConfiguration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * What a call of an annotated method costs, beside Spring's {@code @CacheEvict} on the
 * same cache.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EvictionAdviceBenchmark {

	private ConfigurableApplicationContext context;

	private Tickets tickets;

	@Setup
	public void start() {
		this.context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties("perf-starter.coherence.caches.tickets.time-to-live=1h")
			.run();
		this.tickets = this.context.getBean(Tickets.class);
	}

	@TearDown
	public void close() {
		this.context.close();
	}

	@Benchmark
	public long evictTicketCache() {
		return this.tickets.changeOurs(1L);
	}

	@Benchmark
	public long cacheEvict() {
		return this.tickets.changeSprings(1L);
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ AopAutoConfiguration.class, CoherenceAutoConfiguration.class,
			EvictionAutoConfiguration.class })
	static class Application {

		@Bean
		Tickets tickets() {
			return new Tickets();
		}

	}

	static class Tickets {

		@EvictTicketCache(cacheNames = "tickets", key = "#id")
		public long changeOurs(long id) {
			return id;
		}

		@CacheEvict(cacheNames = "tickets", key = "#id")
		public long changeSprings(long id) {
			return id;
		}

	}

}
