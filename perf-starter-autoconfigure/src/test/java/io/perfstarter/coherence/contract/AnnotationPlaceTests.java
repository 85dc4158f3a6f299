package io.perfstarter.coherence.contract;

import java.util.List;
import java.util.stream.Stream;

import io.perfstarter.fixtures.UsualRows;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheConfig;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.Caching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that Spring's cache annotations of a class, refined by those on its methods, and
 * of an interface are found with managed caches as without perf-starter.
 */
@ParameterizedClass(name = "{0}, annotations by {1}")
@MethodSource("rows")
@UsualRows({ 3, 4 })
class AnnotationPlaceTests {

	private static ConfigurableApplicationContext context;

	private final Object key = new Object();

	private Items items;

	AnnotationPlaceTests(Side side, Class<? extends Items> type) {
	}

	static Stream<Arguments> rows() {
		return Side.all()
			.flatMap((side) -> Stream.of(Arguments.of(side, Named.of("class", ItemsByClass.class)),
					Arguments.of(side, Named.of("interface", PlainItems.class))));
	}

	@BeforeParameterizedClassInvocation
	static void start(Side side, Class<? extends Items> type) {
		context = side.start(true, List.of(CacheContract.CACHE, "first", "second"));
		((GenericApplicationContext) context).registerBean("items", type);
	}

	@AfterParameterizedClassInvocation
	static void stop() {
		context.close();
	}

	@BeforeEach
	void find() {
		this.items = context.getBean("items", Items.class);
	}

	@Test
	void readsOnce() {
		Object read = this.items.read(this.key);
		assertThat(this.items.read(this.key)).isSameAs(read);
		assertThat(cache(CacheContract.CACHE).get(this.key).get()).isSameAs(read);
		assertThat(this.items.read(new Object())).isNotSameAs(read);
	}

	@Test
	void readsOnceInSync() {
		Object read = this.items.readInSync(this.key);
		assertThat(this.items.readInSync(this.key)).isSameAs(read);
		assertThat(this.items.read(this.key)).isSameAs(read);
	}

	@Test
	void readsByCondition() {
		assertThat(this.items.readIfThree(4)).isNotSameAs(this.items.readIfThree(4));
		assertThat(cache(CacheContract.CACHE).get(4)).isNull();
		assertThat(this.items.readIfThree(3)).isSameAs(this.items.readIfThree(3));
		assertThat(cache(CacheContract.CACHE).get(3)).isNotNull();
	}

	@Test
	void evicts() {
		Object read = this.items.read(this.key);
		Object other = new Object();
		Object otherRead = this.items.read(other);
		this.items.evict(this.key);
		assertThat(cache(CacheContract.CACHE).get(this.key)).isNull();
		assertThat(this.items.read(this.key)).isNotSameAs(read);
		assertThat(this.items.read(other)).isSameAs(otherRead);
	}

	@Test
	void updates() {
		Object updated = this.items.update(this.key);
		assertThat(cache(CacheContract.CACHE).get(this.key).get()).isSameAs(updated);
		assertThat(this.items.read(this.key)).isSameAs(updated);
		assertThat(this.items.update(this.key)).isNotSameAs(updated);
	}

	@Test
	void evictsFromTwoCaches() {
		cache("first").put(this.key, "value");
		cache("second").put(this.key, "value");
		this.items.evictFromTwo(this.key);
		assertThat(cache("first").get(this.key)).isNull();
		assertThat(cache("second").get(this.key)).isNull();
	}

	private static Cache cache(String name) {
		return context.getBean(CacheManager.class).getCache(name);
	}

	/**
	 * Methods that return an object that no other call returns.
	 */
	interface Items {

		Object read(Object key);

		Object readInSync(Object key);

		Object readIfThree(int number);

		void evict(Object key);

		Object update(Object key);

		void evictFromTwo(Object key);

	}

	/**
	 * Items with annotations on the interface.
	 */
	interface ItemsByInterface extends Items {

		@Override
		@Cacheable("codes")
		Object read(Object key);

		@Override
		@Cacheable(cacheNames = "codes", sync = true)
		Object readInSync(Object key);

		@Override
		@Cacheable(cacheNames = "codes", condition = "#p0 == 3")
		Object readIfThree(int number);

		@Override
		@CacheEvict("codes")
		void evict(Object key);

		@Override
		@CachePut("codes")
		Object update(Object key);

		@Override
		@Caching(evict = { @CacheEvict("first"), @CacheEvict(cacheNames = "second", key = "#p0") })
		void evictFromTwo(Object key);

	}

	/**
	 * Items without annotations, which those of the interface are about.
	 */
	static class PlainItems implements ItemsByInterface {

		@Override
		public Object read(Object key) {
			return new Object();
		}

		@Override
		public Object readInSync(Object key) {
			return new Object();
		}

		@Override
		public Object readIfThree(int number) {
			return new Object();
		}

		@Override
		public void evict(Object key) {
		}

		@Override
		public Object update(Object key) {
			return new Object();
		}

		@Override
		public void evictFromTwo(Object key) {
		}

	}

	/**
	 * Items with annotations on their class, refined by those on their methods.
	 */
	@CacheConfig(cacheNames = "codes")
	@Cacheable
	static class ItemsByClass implements Items {

		@Override
		public Object read(Object key) {
			return new Object();
		}

		@Override
		@Cacheable(sync = true)
		public Object readInSync(Object key) {
			return new Object();
		}

		@Override
		@Cacheable(condition = "#p0 == 3")
		public Object readIfThree(int number) {
			return new Object();
		}

		@Override
		@CacheEvict
		public void evict(Object key) {
		}

		@Override
		@CachePut
		public Object update(Object key) {
			return new Object();
		}

		@Override
		@Caching(evict = { @CacheEvict("first"), @CacheEvict(cacheNames = "second", key = "#p0") })
		public void evictFromTwo(Object key) {
		}

	}

}
