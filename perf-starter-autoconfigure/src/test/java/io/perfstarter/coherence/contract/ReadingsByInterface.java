package io.perfstarter.coherence.contract;

import java.io.IOException;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.Caching;

/**
 * Readings with annotations on the interface, as those of a JDK proxy are.
 */
interface ReadingsByInterface extends Readings {

	@Override
	@Cacheable("codes")
	Object read(@Nullable Object key);

	@Override
	@Cacheable("codes")
	@Nullable Object readNull(Object key);

	@Override
	@Cacheable(cacheNames = "codes", sync = true)
	Object readInSync(Object key);

	@Override
	@Cacheable(cacheNames = "codes", sync = true)
	@Nullable Object readNullInSync(Object key);

	@Override
	@Cacheable(cacheNames = "codes", condition = "#p0 == 3")
	Object readIfThree(int number);

	@Override
	@Cacheable(cacheNames = "codes", sync = true, condition = "#p0 == 3")
	Object readInSyncIfThree(int number);

	@Override
	@Cacheable(cacheNames = "codes", unless = "#result > 10")
	Integer readUnlessGreat(int number);

	@Override
	@Cacheable(cacheNames = "codes", key = "#p0")
	Object readByFirst(Object first, Object second);

	@Override
	@Cacheable("codes")
	Object readByAll(Object... parts);

	@Override
	@Cacheable("codes")
	Object readByNumbers(String name, int... numbers);

	@Override
	@Cacheable(cacheNames = "codes", key = "#root.methodName")
	Object readByMethod(Object key);

	@Override
	@Cacheable(cacheNames = "codes",
			key = "#root.methodName + #root.method.name + #root.targetClass + #root.target + #root.args[0]")
	Object readByRoot(Object key);

	@Override
	@Cacheable(cacheNames = "codes", keyGenerator = "prefixing")
	Object readByGenerator(Object key);

	@Override
	@Cacheable(cacheNames = "codes", keyGenerator = "nobody")
	Object readByUnknownGenerator(Object key);

	@Override
	@Cacheable(cacheNames = "others", cacheManager = "otherManager")
	Object readFromOtherManager(Object key);

	@Override
	@Cacheable(cacheNames = "codes", cacheManager = "nobody")
	Object readFromUnknownManager(Object key);

	@Override
	@Cacheable(cacheResolver = "named")
	Object readByResolver(Object key);

	@Override
	@Caching(cacheable = { @Cacheable("first"), @Cacheable(cacheNames = "second", key = "#p0") })
	Object readByTwoAnnotations(Object key);

	@Override
	@Cacheable({ "first", "second" })
	Object readFromTwo(Object key);

	@Override
	@Cacheable("codes")
	Optional<Object> readOptional(Object key);

	@Override
	@Cacheable("codes")
	Optional<Object> readEmpty(Object key);

	@Override
	@Cacheable("codes")
	Object fail(Object key) throws IOException;

	@Override
	@Cacheable("codes")
	Object failUnchecked(Object key);

	@Override
	@Cacheable("codes")
	Object failByError(Object key);

	@Override
	@Cacheable(cacheNames = "codes", sync = true)
	Object failInSync(Object key) throws IOException;

	@Override
	@Cacheable(cacheNames = "codes", sync = true)
	Object failUncheckedInSync(Object key);

	@Override
	@CacheEvict(cacheNames = "codes", key = "#p0")
	void evict(@Nullable Object key, @Nullable Object other);

	@Override
	@CacheEvict(cacheNames = "codes", condition = "#p0 == 3")
	void evictIfThree(int number);

	@Override
	@CacheEvict("codes")
	void evictAndFail(Object key);

	@Override
	@CacheEvict(cacheNames = "codes", beforeInvocation = true)
	void evictBeforeAndFail(Object key);

	@Override
	@CacheEvict(cacheNames = "codes", allEntries = true)
	void evictAll(Object key);

	@Override
	@CacheEvict(cacheNames = "codes", allEntries = true, beforeInvocation = true)
	void evictAllBeforeAndFail(Object key);

	@Override
	@Caching(evict = { @CacheEvict("first"), @CacheEvict(cacheNames = "second", key = "#p0"),
			@CacheEvict(cacheNames = "first", key = "#p0 + 'A'") })
	void evictFromTwo(Object key);

	@Override
	@CacheEvict(cacheResolver = "named")
	void evictByResolver(Object key);

	@Override
	@CacheEvict(cacheNames = "others", cacheManager = "otherManager")
	void evictFromOtherManager(Object key);

	@Override
	@CachePut("codes")
	Object update(Object key);

	@Override
	@CachePut("codes")
	@Nullable Object updateByNull(Object key);

	@Override
	@CachePut(cacheNames = "codes", condition = "#p0 == 3")
	Object updateIfThree(int number);

	@Override
	@CachePut(cacheNames = "codes", unless = "#result > 10")
	Integer updateUnlessGreat(int number);

	@Override
	@Caching(put = { @CachePut("first"), @CachePut("second") })
	Object updateTwo(Object key);

	@Override
	@CachePut(cacheResolver = "named")
	Object updateByResolver(Object key);

	@Override
	@CachePut("codes")
	Optional<Object> updateOptional(Object key);

	@Override
	@CachePut("codes")
	Object updateAndFail(Object key);

	@Override
	@CachePut(cacheNames = "first", key = "#result.id")
	Item updateByNewId(Item item);

	@Override
	@CachePut(cacheNames = "first", key = "#result.id", unless = "#result == null")
	@Nullable Item updateUnlessNull(Item item);

	@Override
	@Caching(cacheable = @Cacheable(cacheNames = "first", key = "#root.methodName + #p0"),
			evict = @CacheEvict("second"))
	Object readAndEvictOther(Object key);

	@Override
	@Caching(cacheable = @Cacheable(cacheNames = "first", condition = "#p0 == 3"), evict = @CacheEvict("second"))
	Object readIfThreeAndEvictOther(int number);

	@Override
	@CachePut("first")
	@CacheEvict("second")
	Object updateAndEvictOther(Object key);

}
