package io.perfstarter.coherence.contract;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Runs tests of Spring's cache contract on one side, in one application.
 */
abstract class CacheContract {

	static final String CACHE = "codes";

	private static final AtomicLong KEYS = new AtomicLong();

	@Parameter
	Side side;

	private static ConfigurableApplicationContext context;

	static void start(Side side, boolean nulls) {
		context = side.start(nulls, List.of(CACHE));
	}

	@AfterParameterizedClassInvocation
	static void stop() {
		context.close();
	}

	Cache cache() {
		return context.getBean(CacheManager.class).getCache(CACHE);
	}

	/**
	 * A key that no other test has.
	 */
	static String newKey() {
		return "key " + KEYS.incrementAndGet();
	}

	static ConditionFactory soon() {
		return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2));
	}

	/**
	 * Tests with caches that accept null.
	 */
	abstract static class AcceptingNulls extends CacheContract {

		@BeforeParameterizedClassInvocation
		static void start(Side side) {
			start(side, true);
		}

	}

	/**
	 * Tests with caches that refuse null.
	 */
	abstract static class RefusingNulls extends CacheContract {

		@BeforeParameterizedClassInvocation
		static void start(Side side) {
			start(side, false);
		}

	}

}
