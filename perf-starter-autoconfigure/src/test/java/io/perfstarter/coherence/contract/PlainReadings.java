package io.perfstarter.coherence.contract;

import java.io.IOException;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Readings without annotations, which those of the interface are about.
 */
class PlainReadings implements ReadingsByInterface {

	@Override
	public Object read(@Nullable Object key) {
		return new Object();
	}

	@Override
	public @Nullable Object readNull(Object key) {
		return null;
	}

	@Override
	public Object readInSync(Object key) {
		return new Object();
	}

	@Override
	public @Nullable Object readNullInSync(Object key) {
		return null;
	}

	@Override
	public Object readIfThree(int number) {
		return new Object();
	}

	@Override
	public Object readInSyncIfThree(int number) {
		return new Object();
	}

	@Override
	public Integer readUnlessGreat(int number) {
		return number;
	}

	@Override
	public Object readByFirst(Object first, Object second) {
		return new Object();
	}

	@Override
	public Object readByAll(Object... parts) {
		return new Object();
	}

	@Override
	public Object readByNumbers(String name, int... numbers) {
		return new Object();
	}

	@Override
	public Object readByMethod(Object key) {
		return new Object();
	}

	@Override
	public Object readByRoot(Object key) {
		return new Object();
	}

	@Override
	public Object readByGenerator(Object key) {
		return new Object();
	}

	@Override
	public Object readByUnknownGenerator(Object key) {
		return new Object();
	}

	@Override
	public Object readFromOtherManager(Object key) {
		return new Object();
	}

	@Override
	public Object readFromUnknownManager(Object key) {
		return new Object();
	}

	@Override
	public Object readByResolver(Object key) {
		return new Object();
	}

	@Override
	public Object readByTwoAnnotations(Object key) {
		return new Object();
	}

	@Override
	public Object readFromTwo(Object key) {
		return new Object();
	}

	@Override
	public Optional<Object> readOptional(Object key) {
		return Optional.of(new Object());
	}

	@Override
	public Optional<Object> readEmpty(Object key) {
		return Optional.empty();
	}

	@Override
	public Object fail(Object key) throws IOException {
		throw new IOException(key.toString());
	}

	@Override
	public Object failUnchecked(Object key) {
		throw new UnsupportedOperationException(key.toString());
	}

	@Override
	public Object failByError(Object key) {
		throw new AssertionError(key.toString());
	}

	@Override
	public Object failInSync(Object key) throws IOException {
		throw new IOException(key.toString());
	}

	@Override
	public Object failUncheckedInSync(Object key) {
		throw new UnsupportedOperationException(key.toString());
	}

	@Override
	public void evict(@Nullable Object key, @Nullable Object other) {
	}

	@Override
	public void evictIfThree(int number) {
	}

	@Override
	public void evictAndFail(Object key) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void evictBeforeAndFail(Object key) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void evictAll(Object key) {
	}

	@Override
	public void evictAllBeforeAndFail(Object key) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void evictFromTwo(Object key) {
	}

	@Override
	public void evictByResolver(Object key) {
	}

	@Override
	public void evictFromOtherManager(Object key) {
	}

	@Override
	public Object update(Object key) {
		return new Object();
	}

	@Override
	public @Nullable Object updateByNull(Object key) {
		return null;
	}

	@Override
	public Object updateIfThree(int number) {
		return new Object();
	}

	@Override
	public Integer updateUnlessGreat(int number) {
		return number;
	}

	@Override
	public Object updateTwo(Object key) {
		return new Object();
	}

	@Override
	public Object updateByResolver(Object key) {
		return new Object();
	}

	@Override
	public Optional<Object> updateOptional(Object key) {
		return Optional.of(new Object());
	}

	@Override
	public Object updateAndFail(Object key) {
		throw new UnsupportedOperationException();
	}

	@Override
	public Item updateByNewId(Item item) {
		item.id = System.nanoTime();
		return item;
	}

	@Override
	public @Nullable Item updateUnlessNull(Item item) {
		return (item.id != null) ? item : null;
	}

	@Override
	public Object readAndEvictOther(Object key) {
		return new Object();
	}

	@Override
	public Object readIfThreeAndEvictOther(int number) {
		return new Object();
	}

	@Override
	public Object updateAndEvictOther(Object key) {
		return new Object();
	}

}
