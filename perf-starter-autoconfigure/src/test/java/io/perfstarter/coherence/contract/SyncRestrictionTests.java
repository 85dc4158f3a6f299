package io.perfstarter.coherence.contract;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.Caching;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.NamedCacheResolver;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests that combinations that Spring refuses are refused with managed caches, too.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("io.perfstarter.coherence.contract.Side#all")
class SyncRestrictionTests {

	private static ConfigurableApplicationContext context;

	private final Combinations combinations = context.getBean(Combinations.class);

	SyncRestrictionTests(Side side) {
	}

	@BeforeParameterizedClassInvocation
	static void start(Side side) {
		context = side.start(true, List.of("first", "second"), List.of(), Application.class);
	}

	@AfterParameterizedClassInvocation
	static void stop() {
		context.close();
	}

	@Test
	void syncWithUnless() {
		assertThatIllegalStateException().isThrownBy(() -> this.combinations.unless(1))
			.withMessageContaining("sync=true")
			.withMessageContaining("unless");
	}

	@Test
	void syncWithTwoCaches() {
		assertThatIllegalStateException().isThrownBy(() -> this.combinations.twoCaches(1))
			.withMessageContaining("sync=true")
			.withMessageContaining("single cache");
	}

	@Test
	void syncWithAResolverOfTwoCaches() {
		assertThatIllegalStateException().isThrownBy(() -> this.combinations.twoResolved(1))
			.withMessageContaining("sync=true")
			.withMessageContaining("single cache");
	}

	@Test
	void syncWithAnotherOperation() {
		assertThatIllegalStateException().isThrownBy(() -> this.combinations.withEviction(1))
			.withMessageContaining("sync=true")
			.withMessageContaining("combined");
	}

	@Test
	void syncTwice() {
		assertThatIllegalStateException().isThrownBy(() -> this.combinations.twice(1))
			.withMessageContaining("sync=true");
	}

	@Test
	void cacheThatDoesNotExist() {
		assertThatIllegalStateException().isThrownBy(() -> this.combinations.noCacheNames(1));
	}

	/**
	 * Methods that Spring refuses to call.
	 */
	static class Combinations {

		@Cacheable(cacheNames = "first", sync = true, unless = "#result > 10")
		public Object unless(int number) {
			return number;
		}

		@Cacheable(cacheNames = { "first", "second" }, sync = true)
		public Object twoCaches(int number) {
			return number;
		}

		@Cacheable(cacheResolver = "both", sync = true)
		public Object twoResolved(int number) {
			return number;
		}

		@Cacheable(cacheNames = "first", sync = true)
		@CacheEvict("second")
		public Object withEviction(int number) {
			return number;
		}

		@Caching(cacheable = { @Cacheable(cacheNames = "first", sync = true),
				@Cacheable(cacheNames = "second", sync = true) })
		public Object twice(int number) {
			return number;
		}

		@Cacheable
		public Object noCacheNames(int number) {
			return number;
		}

	}

	/**
	 * The combinations, and a resolver of two caches.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Application {

		@Bean
		Combinations combinations() {
			return new Combinations();
		}

		@Bean
		CacheResolver both(CacheManager cacheManager) {
			return new NamedCacheResolver(cacheManager, "first", "second");
		}

	}

}
