package io.perfstarter.coherence.contract;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.perfstarter.coherence.contract.Readings.Item;
import io.perfstarter.fixtures.UsualRows;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests that Spring's cache annotations do with managed caches what they do without
 * perf-starter, on the methods of a class and of its superclass.
 */
@ParameterizedClass(name = "{0}, annotations by {1}")
@MethodSource("rows")
@UsualRows({ 3, 4 })
class AnnotationContractTests {

	private static final List<String> CACHES = List.of(CacheContract.CACHE, "first", "second");

	private static final AtomicInteger IDS = new AtomicInteger(1000);

	private static ConfigurableApplicationContext context;

	@Parameter(0)
	Side side;

	@Parameter(1)
	Class<? extends Readings> type;

	private Readings readings;

	private final Object key = new Object();

	static Stream<Arguments> rows() {
		return Side.all()
			.flatMap((side) -> Stream.of(Arguments.of(side, Named.of("method", ReadingsByMethod.class)),
					Arguments.of(side, Named.of("inherited method", InheritedReadings.class))));
	}

	@BeforeParameterizedClassInvocation
	static void start(Side side, Class<? extends Readings> type) {
		context = side.start(true, CACHES, List.of(ReadingsApplication.OTHERS), ReadingsApplication.class);
		((GenericApplicationContext) context).registerBean("readings", type);
	}

	@AfterParameterizedClassInvocation
	static void stop() {
		context.close();
	}

	@BeforeEach
	void clear() {
		this.readings = context.getBean("readings", Readings.class);
		CACHES.forEach((name) -> cache(name).clear());
	}

	@Test
	void callsAProxy() {
		assertThat(AopUtils.isAopProxy(this.readings)).isTrue();
	}

	@Test
	void readsOnce() {
		Object read = this.readings.read(this.key);
		assertThat(this.readings.read(this.key)).isSameAs(read);
		assertThat(this.readings.read(this.key)).isSameAs(read);
		assertThat(valueOf(this.key)).isSameAs(read);
		assertThat(this.readings.read(new Object())).isNotSameAs(read);
	}

	@Test
	void readsOnceByNull() {
		assertThat(this.readings.read(null)).isSameAs(this.readings.read(null));
	}

	@Test
	void keepsNull() {
		assertThat(cache().get(this.key)).isNull();
		assertThat(this.readings.readNull(this.key)).isNull();
		assertThat(this.readings.readNull(this.key)).isNull();
		assertThat(cache().get(this.key)).isNotNull();
		assertThat(valueOf(this.key)).isNull();
	}

	@Test
	void servesNullThatWasPut() {
		cache().put(this.key, null);
		assertThat(this.readings.read(this.key)).isNull();
	}

	@Test
	void servesWhatWasPut() {
		Object value = new Object();
		cache().put(this.key, value);
		assertThat(this.readings.read(this.key)).isSameAs(value);
		assertThat(this.readings.readInSync(this.key)).isSameAs(value);
	}

	@Test
	void readsOnceInSync() {
		Object read = this.readings.readInSync(this.key);
		assertThat(this.readings.readInSync(this.key)).isSameAs(read);
		assertThat(this.readings.read(this.key)).isSameAs(read);
	}

	@Test
	void keepsNullInSync() {
		assertThat(this.readings.readNullInSync(this.key)).isNull();
		assertThat(this.readings.readNullInSync(this.key)).isNull();
		assertThat(cache().get(this.key)).isNotNull();
		assertThat(valueOf(this.key)).isNull();
	}

	@Test
	void readsByCondition() {
		assertThat(this.readings.readIfThree(4)).isNotSameAs(this.readings.readIfThree(4));
		assertThat(cache().get(4)).isNull();
		assertThat(this.readings.readIfThree(3)).isSameAs(this.readings.readIfThree(3));
		assertThat(cache().get(3)).isNotNull();
	}

	@Test
	void readsByConditionInSync() {
		assertThat(this.readings.readInSyncIfThree(4)).isNotSameAs(this.readings.readInSyncIfThree(4));
		assertThat(this.readings.readInSyncIfThree(3)).isSameAs(this.readings.readInSyncIfThree(3));
	}

	@Test
	void keepsByResult() {
		for (int i = 0; i < 3; i++) {
			assertThat(this.readings.readUnlessGreat(10)).isEqualTo(10);
			assertThat(this.readings.readUnlessGreat(11)).isEqualTo(11);
			assertThat(valueOf(10)).isEqualTo(10);
			assertThat(cache().get(11)).isNull();
		}
	}

	@Test
	void readsByKeyExpression() {
		Object read = this.readings.readByFirst(this.key, 1);
		assertThat(this.readings.readByFirst(this.key, 2)).isSameAs(read);
		assertThat(this.readings.readByFirst(new Object(), 1)).isNotSameAs(read);
		assertThat(valueOf(this.key)).isSameAs(read);
	}

	@Test
	void readsByAllArguments() {
		Object read = this.readings.readByAll(1, 2, 3);
		assertThat(this.readings.readByAll(1, 2, 3)).isSameAs(read);
		assertThat(this.readings.readByAll(1, 2)).isNotSameAs(read);
		Object byNumbers = this.readings.readByNumbers("a", 2, 3);
		assertThat(this.readings.readByNumbers("a", 2, 3)).isSameAs(byNumbers);
		assertThat(this.readings.readByNumbers("a", 3, 2)).isNotSameAs(byNumbers);
	}

	@Test
	void readsByNameOfTheMethod() {
		Object read = this.readings.readByMethod(this.key);
		assertThat(this.readings.readByMethod(new Object())).isSameAs(read);
		assertThat(valueOf("readByMethod")).isSameAs(read);
	}

	@Test
	void readsByWhatTheRootOfAnExpressionHas() {
		Object read = this.readings.readByRoot(this.key);
		Object target = AopProxyUtils.getSingletonTarget(this.readings);
		assertThat(valueOf("readByRoot" + "readByRoot" + target.getClass() + target + this.key)).isSameAs(read);
	}

	@Test
	void readsByKeyGenerator() {
		Object read = this.readings.readByGenerator(this.key);
		assertThat(this.readings.readByGenerator(this.key)).isSameAs(read);
		assertThat(valueOf(ReadingsApplication.prefixed("readByGenerator", this.key))).isSameAs(read);
		assertThat(cache().get(this.key)).isNull();
	}

	@Test
	void failsForAKeyGeneratorThatDoesNotExist() {
		assertThatExceptionOfType(NoSuchBeanDefinitionException.class)
			.isThrownBy(() -> this.readings.readByUnknownGenerator(this.key));
	}

	@Test
	void readsFromTheCachesOfAnotherManager() {
		Object read = this.readings.readFromOtherManager(this.key);
		assertThat(this.readings.readFromOtherManager(this.key)).isSameAs(read);
		assertThat(valueOf(ofOtherManager(), this.key)).isSameAs(read);
		assertThat(cache().get(this.key)).isNull();
		this.readings.evictFromOtherManager(this.key);
		assertThat(ofOtherManager().get(this.key)).isNull();
	}

	@Test
	void failsForAManagerThatDoesNotExist() {
		assertThatExceptionOfType(NoSuchBeanDefinitionException.class)
			.isThrownBy(() -> this.readings.readFromUnknownManager(this.key));
	}

	@Test
	void asksTheResolver() {
		Object read = this.readings.readByResolver(this.key);
		assertThat(this.readings.readByResolver(this.key)).isSameAs(read);
		assertThat(valueOf(this.key)).isSameAs(read);
		this.readings.evictByResolver(this.key);
		assertThat(cache().get(this.key)).isNull();
		Object updated = this.readings.updateByResolver(this.key);
		assertThat(valueOf(this.key)).isSameAs(updated);
		assertThat(this.readings.readByResolver(this.key)).isSameAs(updated);
	}

	@Test
	void readsFromTwoCaches() {
		Object read = this.readings.readFromTwo(this.key);
		assertThat(valueOf(cache("first"), this.key)).isSameAs(read);
		assertThat(valueOf(cache("second"), this.key)).isSameAs(read);
		cache("first").evict(this.key);
		assertThat(this.readings.readFromTwo(this.key)).isSameAs(read);
		cache("second").evict(this.key);
	}

	@Test
	void readsByTwoAnnotations() {
		Object read = this.readings.readByTwoAnnotations(this.key);
		assertThat(this.readings.readByTwoAnnotations(this.key)).isSameAs(read);
		assertThat(valueOf(cache("first"), this.key)).isSameAs(read);
		assertThat(valueOf(cache("second"), this.key)).isSameAs(read);
	}

	@Test
	void keepsWhatAnOptionalContains() {
		Optional<Object> read = this.readings.readOptional(this.key);
		assertThat(valueOf(this.key)).isSameAs(read.orElseThrow());
		assertThat(this.readings.readOptional(this.key)).isEqualTo(read);
		Optional<Object> updated = this.readings.updateOptional(this.key);
		assertThat(valueOf(this.key)).isSameAs(updated.orElseThrow());
		assertThat(this.readings.readOptional(this.key)).isEqualTo(updated);
	}

	@Test
	void keepsAnEmptyOptionalAsNull() {
		assertThat(this.readings.readEmpty(this.key)).isEmpty();
		assertThat(cache().get(this.key)).isNotNull();
		assertThat(valueOf(this.key)).isNull();
		assertThat(this.readings.readOptional(this.key)).isEmpty();
	}

	@Test
	void throwsWhatTheMethodThrows() {
		for (int i = 0; i < 3; i++) {
			assertThatIOException().isThrownBy(() -> this.readings.fail("message")).withMessage("message");
			assertThatExceptionOfType(UnsupportedOperationException.class)
				.isThrownBy(() -> this.readings.failUnchecked("message"))
				.withMessage("message");
			assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> this.readings.failByError("message"))
				.withMessage("message");
		}
		assertThat(cache().get("message")).isNull();
	}

	@Test
	void throwsWhatTheMethodThrowsInSync() {
		for (int i = 0; i < 3; i++) {
			String checked = "checked " + i;
			String unchecked = "unchecked " + i;
			assertThatIOException().isThrownBy(() -> this.readings.failInSync(checked)).withMessage(checked);
			assertThatExceptionOfType(UnsupportedOperationException.class)
				.isThrownBy(() -> this.readings.failUncheckedInSync(unchecked))
				.withMessage(unchecked);
		}
	}

	@Test
	void readsAfterAReadThatThrew() throws IOException {
		assertThatIOException().isThrownBy(() -> this.readings.fail(this.key));
		Object read = this.readings.read(this.key);
		assertThat(this.readings.read(this.key)).isSameAs(read);
		assertThat(this.readings.fail(this.key)).isSameAs(read);
	}

	@Test
	void evicts() {
		Object read = this.readings.read(this.key);
		Object other = new Object();
		Object otherRead = this.readings.read(other);
		this.readings.evict(this.key, null);
		assertThat(cache().get(this.key)).isNull();
		assertThat(this.readings.read(this.key)).isNotSameAs(read);
		assertThat(this.readings.read(other)).isSameAs(otherRead);
	}

	@Test
	void evictsWhatIsNotThere() {
		this.readings.evict(this.key, null);
		assertThat(cache().get(this.key)).isNull();
		assertThat(this.readings.read(this.key)).isSameAs(this.readings.read(this.key));
	}

	@Test
	void evictsByCondition() {
		Object three = this.readings.readByFirst(3, null);
		Object four = this.readings.readByFirst(4, null);
		this.readings.evictIfThree(3);
		this.readings.evictIfThree(4);
		assertThat(this.readings.readByFirst(3, null)).isNotSameAs(three);
		assertThat(this.readings.readByFirst(4, null)).isSameAs(four);
	}

	@Test
	void keepsWhatAMethodThatThrewWouldHaveEvicted() {
		Excepted.EVICTION_AFTER_AN_EXCEPTION.on(this.side);
		Object read = this.readings.read(this.key);
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> this.readings.evictAndFail(this.key));
		assertThat(this.readings.read(this.key)).isSameAs(read);
	}

	@Test
	void evictsBeforeTheMethodThrows() {
		Object read = this.readings.read(this.key);
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> this.readings.evictBeforeAndFail(this.key));
		assertThat(cache().get(this.key)).isNull();
		assertThat(this.readings.read(this.key)).isNotSameAs(read);
	}

	@Test
	void evictsAll() {
		Object other = new Object();
		Object read = this.readings.read(this.key);
		Object otherRead = this.readings.read(other);
		this.readings.evictAll(new Object());
		assertThat(cache().get(this.key)).isNull();
		assertThat(cache().get(other)).isNull();
		assertThat(this.readings.read(this.key)).isNotSameAs(read);
		assertThat(this.readings.read(other)).isNotSameAs(otherRead);
	}

	@Test
	void evictsAllBeforeTheMethodThrows() {
		Object read = this.readings.read(this.key);
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> this.readings.evictAllBeforeAndFail(new Object()));
		assertThat(cache().get(this.key)).isNull();
		assertThat(this.readings.read(this.key)).isNotSameAs(read);
	}

	@Test
	void evictsFromTwoCaches() {
		String text = "key " + IDS.incrementAndGet();
		Object read = this.readings.readFromTwo(text);
		cache("first").put(text + "A", "value");
		this.readings.evictFromTwo(text);
		assertThat(cache("first").get(text)).isNull();
		assertThat(cache("second").get(text)).isNull();
		assertThat(cache("first").get(text + "A")).isNull();
		assertThat(this.readings.readFromTwo(text)).isNotSameAs(read).isSameAs(this.readings.readFromTwo(text));
	}

	@Test
	void updates() {
		Object updated = this.readings.update(this.key);
		assertThat(valueOf(this.key)).isSameAs(updated);
		assertThat(this.readings.read(this.key)).isSameAs(updated);
		Object again = this.readings.update(this.key);
		assertThat(again).isNotSameAs(updated);
		assertThat(this.readings.read(this.key)).isSameAs(again);
	}

	@Test
	void updatesWhatWasRead() {
		Object read = this.readings.read(this.key);
		Object updated = this.readings.update(this.key);
		assertThat(updated).isNotSameAs(read);
		assertThat(this.readings.read(this.key)).isSameAs(updated);
	}

	@Test
	void updatesByNull() {
		this.readings.read(this.key);
		assertThat(this.readings.updateByNull(this.key)).isNull();
		assertThat(cache().get(this.key)).isNotNull();
		assertThat(valueOf(this.key)).isNull();
	}

	@Test
	void updatesByCondition() {
		this.readings.updateIfThree(4);
		assertThat(cache().get(4)).isNull();
		Object updated = this.readings.updateIfThree(3);
		assertThat(valueOf(3)).isSameAs(updated);
	}

	@Test
	void updatesByResult() {
		this.readings.updateUnlessGreat(10);
		this.readings.updateUnlessGreat(11);
		assertThat(valueOf(10)).isEqualTo(10);
		assertThat(cache().get(11)).isNull();
	}

	@Test
	void doesNotUpdateWhenTheMethodThrows() {
		assertThat(catchThrowable(() -> this.readings.updateAndFail(this.key)))
			.isInstanceOf(UnsupportedOperationException.class);
		assertThat(cache().get(this.key)).isNull();
	}

	@Test
	void updatesTwoCaches() {
		for (int i = 0; i < 2; i++) {
			Object updated = this.readings.updateTwo(this.key);
			assertThat(valueOf(cache("first"), this.key)).isSameAs(updated);
			assertThat(valueOf(cache("second"), this.key)).isSameAs(updated);
		}
	}

	@Test
	void updatesByAKeyThatTheResultHas() {
		Item item = new Item();
		assertThat(this.readings.updateByNewId(item)).isSameAs(item);
		assertThat(valueOf(cache("first"), item.getId())).isSameAs(item);
	}

	@Test
	void asksUnlessBeforeTheKey() {
		assertThat(this.readings.updateUnlessNull(new Item())).isNull();
		Item item = new Item();
		item.id = (long) IDS.incrementAndGet();
		assertThat(this.readings.updateUnlessNull(item)).isSameAs(item);
		assertThat(valueOf(cache("first"), item.id)).isSameAs(item);
	}

	@Test
	void readsFromOneCacheAndEvictsFromAnother() {
		cache("second").put(this.key, "value");
		Object read = this.readings.readAndEvictOther(this.key);
		assertThat(cache("second").get(this.key)).isNull();
		assertThat(valueOf(cache("first"), "readAndEvictOther" + this.key)).isSameAs(read);
		cache("second").put(this.key, "value");
		assertThat(this.readings.readAndEvictOther(this.key)).isSameAs(read);
		assertThat(cache("second").get(this.key)).isNull();
	}

	@Test
	void readsByConditionAndEvictsFromAnotherCache() {
		cache("second").put(4, "value");
		assertThat(this.readings.readIfThreeAndEvictOther(4)).isNotSameAs(this.readings.readIfThreeAndEvictOther(4));
		assertThat(cache("first").get(4)).isNull();
		assertThat(cache("second").get(4)).isNull();
		Object three = this.readings.readIfThreeAndEvictOther(3);
		assertThat(this.readings.readIfThreeAndEvictOther(3)).isSameAs(three);
		assertThat(valueOf(cache("first"), 3)).isSameAs(three);
	}

	@Test
	void updatesOneCacheAndEvictsFromAnother() {
		cache("second").put(this.key, "value");
		Object updated = this.readings.updateAndEvictOther(this.key);
		assertThat(valueOf(cache("first"), this.key)).isSameAs(updated);
		assertThat(cache("second").get(this.key)).isNull();
	}

	@Test
	void updatesAfterAReadThatThrew() {
		for (int i = 0; i < 3; i++) {
			assertThat(catchThrowable(() -> this.readings.failUnchecked(this.key))).isNotNull();
			Object updated = this.readings.update(this.key);
			assertThat(this.readings.read(this.key)).isSameAs(updated);
			this.readings.evict(this.key, null);
		}
	}

	@Test
	void updatesAfterManyReadsThatThrewOnTheThread() throws Exception {
		CompletableFuture.runAsync(() -> {
			for (int i = 0; i < 100; i++) {
				int number = i;
				assertThat(catchThrowable(() -> this.readings.failUnchecked("failed " + number))).isNotNull();
			}
			Object updated = this.readings.update(this.key);
			assertThat(this.readings.read(this.key)).isSameAs(updated);
			assertThat(valueOf(this.key)).isSameAs(updated);
		}, (work) -> new Thread(work).start()).get();
	}

	private static Cache cache() {
		return cache(CacheContract.CACHE);
	}

	private static Cache cache(String name) {
		return context.getBean(CacheManager.class).getCache(name);
	}

	private static Cache ofOtherManager() {
		return context.getBean("otherManager", CacheManager.class).getCache(ReadingsApplication.OTHERS);
	}

	private static Object valueOf(Object key) {
		return valueOf(cache(), key);
	}

	private static Object valueOf(Cache cache, Object key) {
		Cache.ValueWrapper wrapper = cache.get(key);
		assertThat(wrapper).as("entry of %s", key).isNotNull();
		return wrapper.get();
	}

}
