package io.perfstarter.coherence.contract;

import java.io.IOException;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.Caching;

/**
 * Readings with annotations on their methods.
 */
class ReadingsByMethod implements Readings {

	@Override
	@Cacheable("codes")
	public Object read(@Nullable Object key) {
		return new Object();
	}

	@Override
	@Cacheable("codes")
	public @Nullable Object readNull(Object key) {
		return null;
	}

	@Override
	@Cacheable(cacheNames = "codes", sync = true)
	public Object readInSync(Object key) {
		return new Object();
	}

	@Override
	@Cacheable(cacheNames = "codes", sync = true)
	public @Nullable Object readNullInSync(Object key) {
		return null;
	}

	@Override
	@Cacheable(cacheNames = "codes", condition = "#p0 == 3")
	public Object readIfThree(int number) {
		return new Object();
	}

	@Override
	@Cacheable(cacheNames = "codes", sync = true, condition = "#p0 == 3")
	public Object readInSyncIfThree(int number) {
		return new Object();
	}

	@Override
	@Cacheable(cacheNames = "codes", unless = "#result > 10")
	public Integer readUnlessGreat(int number) {
		return number;
	}

	@Override
	@Cacheable(cacheNames = "codes", key = "#p0")
	public Object readByFirst(Object first, Object second) {
		return new Object();
	}

	@Override
	@Cacheable("codes")
	public Object readByAll(Object... parts) {
		return new Object();
	}

	@Override
	@Cacheable("codes")
	public Object readByNumbers(String name, int... numbers) {
		return new Object();
	}

	@Override
	@Cacheable(cacheNames = "codes", key = "#root.methodName")
	public Object readByMethod(Object key) {
		return new Object();
	}

	@Override
	@Cacheable(cacheNames = "codes",
			key = "#root.methodName + #root.method.name + #root.targetClass + #root.target + #root.args[0]")
	public Object readByRoot(Object key) {
		return new Object();
	}

	@Override
	@Cacheable(cacheNames = "codes", keyGenerator = "prefixing")
	public Object readByGenerator(Object key) {
		return new Object();
	}

	@Override
	@Cacheable(cacheNames = "codes", keyGenerator = "nobody")
	public Object readByUnknownGenerator(Object key) {
		return new Object();
	}

	@Override
	@Cacheable(cacheNames = "others", cacheManager = "otherManager")
	public Object readFromOtherManager(Object key) {
		return new Object();
	}

	@Override
	@Cacheable(cacheNames = "codes", cacheManager = "nobody")
	public Object readFromUnknownManager(Object key) {
		return new Object();
	}

	@Override
	@Cacheable(cacheResolver = "named")
	public Object readByResolver(Object key) {
		return new Object();
	}

	@Override
	@Caching(cacheable = { @Cacheable("first"), @Cacheable(cacheNames = "second", key = "#p0") })
	public Object readByTwoAnnotations(Object key) {
		return new Object();
	}

	@Override
	@Cacheable({ "first", "second" })
	public Object readFromTwo(Object key) {
		return new Object();
	}

	@Override
	@Cacheable("codes")
	public Optional<Object> readOptional(Object key) {
		return Optional.of(new Object());
	}

	@Override
	@Cacheable("codes")
	public Optional<Object> readEmpty(Object key) {
		return Optional.empty();
	}

	@Override
	@Cacheable("codes")
	public Object fail(Object key) throws IOException {
		throw new IOException(key.toString());
	}

	@Override
	@Cacheable("codes")
	public Object failUnchecked(Object key) {
		throw new UnsupportedOperationException(key.toString());
	}

	@Override
	@Cacheable("codes")
	public Object failByError(Object key) {
		throw new AssertionError(key.toString());
	}

	@Override
	@Cacheable(cacheNames = "codes", sync = true)
	public Object failInSync(Object key) throws IOException {
		throw new IOException(key.toString());
	}

	@Override
	@Cacheable(cacheNames = "codes", sync = true)
	public Object failUncheckedInSync(Object key) {
		throw new UnsupportedOperationException(key.toString());
	}

	@Override
	@CacheEvict(cacheNames = "codes", key = "#p0")
	public void evict(@Nullable Object key, @Nullable Object other) {
	}

	@Override
	@CacheEvict(cacheNames = "codes", condition = "#p0 == 3")
	public void evictIfThree(int number) {
	}

	@Override
	@CacheEvict("codes")
	public void evictAndFail(Object key) {
		throw new UnsupportedOperationException();
	}

	@Override
	@CacheEvict(cacheNames = "codes", beforeInvocation = true)
	public void evictBeforeAndFail(Object key) {
		throw new UnsupportedOperationException();
	}

	@Override
	@CacheEvict(cacheNames = "codes", allEntries = true)
	public void evictAll(Object key) {
	}

	@Override
	@CacheEvict(cacheNames = "codes", allEntries = true, beforeInvocation = true)
	public void evictAllBeforeAndFail(Object key) {
		throw new UnsupportedOperationException();
	}

	@Override
	@Caching(evict = { @CacheEvict("first"), @CacheEvict(cacheNames = "second", key = "#p0"),
			@CacheEvict(cacheNames = "first", key = "#p0 + 'A'") })
	public void evictFromTwo(Object key) {
	}

	@Override
	@CacheEvict(cacheResolver = "named")
	public void evictByResolver(Object key) {
	}

	@Override
	@CacheEvict(cacheNames = "others", cacheManager = "otherManager")
	public void evictFromOtherManager(Object key) {
	}

	@Override
	@CachePut("codes")
	public Object update(Object key) {
		return new Object();
	}

	@Override
	@CachePut("codes")
	public @Nullable Object updateByNull(Object key) {
		return null;
	}

	@Override
	@CachePut(cacheNames = "codes", condition = "#p0 == 3")
	public Object updateIfThree(int number) {
		return new Object();
	}

	@Override
	@CachePut(cacheNames = "codes", unless = "#result > 10")
	public Integer updateUnlessGreat(int number) {
		return number;
	}

	@Override
	@Caching(put = { @CachePut("first"), @CachePut("second") })
	public Object updateTwo(Object key) {
		return new Object();
	}

	@Override
	@CachePut(cacheResolver = "named")
	public Object updateByResolver(Object key) {
		return new Object();
	}

	@Override
	@CachePut("codes")
	public Optional<Object> updateOptional(Object key) {
		return Optional.of(new Object());
	}

	@Override
	@CachePut("codes")
	public Object updateAndFail(Object key) {
		throw new UnsupportedOperationException();
	}

	@Override
	@CachePut(cacheNames = "first", key = "#result.id")
	public Item updateByNewId(Item item) {
		item.id = System.nanoTime();
		return item;
	}

	@Override
	@CachePut(cacheNames = "first", key = "#result.id", unless = "#result == null")
	public @Nullable Item updateUnlessNull(Item item) {
		return (item.id != null) ? item : null;
	}

	@Override
	@Caching(cacheable = @Cacheable(cacheNames = "first", key = "#root.methodName + #p0"),
			evict = @CacheEvict("second"))
	public Object readAndEvictOther(Object key) {
		return new Object();
	}

	@Override
	@Caching(cacheable = @Cacheable(cacheNames = "first", condition = "#p0 == 3"), evict = @CacheEvict("second"))
	public Object readIfThreeAndEvictOther(int number) {
		return new Object();
	}

	@Override
	@CachePut("first")
	@CacheEvict("second")
	public Object updateAndEvictOther(Object key) {
		return new Object();
	}

}
