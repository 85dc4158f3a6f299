package io.perfstarter.coherence.contract;

import java.io.IOException;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Methods with each kind of cache annotation. A method returns an object that no other
 * call returns, unless it says otherwise.
 */
interface Readings {

	Object read(@Nullable Object key);

	@Nullable Object readNull(Object key);

	Object readInSync(Object key);

	@Nullable Object readNullInSync(Object key);

	Object readIfThree(int number);

	Object readInSyncIfThree(int number);

	/**
	 * Returns its argument, and keeps it unless it is greater than ten.
	 */
	Integer readUnlessGreat(int number);

	Object readByFirst(Object first, Object second);

	Object readByAll(Object... parts);

	Object readByNumbers(String name, int... numbers);

	Object readByMethod(Object key);

	Object readByRoot(Object key);

	Object readByGenerator(Object key);

	Object readByUnknownGenerator(Object key);

	Object readFromOtherManager(Object key);

	Object readFromUnknownManager(Object key);

	Object readByResolver(Object key);

	Object readByTwoAnnotations(Object key);

	Object readFromTwo(Object key);

	Optional<Object> readOptional(Object key);

	Optional<Object> readEmpty(Object key);

	/**
	 * Throws a checked exception that has the key as its message.
	 */
	Object fail(Object key) throws IOException;

	/**
	 * Throws an unchecked exception that has the key as its message.
	 */
	Object failUnchecked(Object key);

	Object failByError(Object key);

	/**
	 * Throws a checked exception that has the key as its message.
	 */
	Object failInSync(Object key) throws IOException;

	/**
	 * Throws an unchecked exception that has the key as its message.
	 */
	Object failUncheckedInSync(Object key);

	void evict(@Nullable Object key, @Nullable Object other);

	void evictIfThree(int number);

	/**
	 * Throws an unchecked exception.
	 */
	void evictAndFail(Object key);

	/**
	 * Throws an unchecked exception.
	 */
	void evictBeforeAndFail(Object key);

	void evictAll(Object key);

	/**
	 * Throws an unchecked exception.
	 */
	void evictAllBeforeAndFail(Object key);

	void evictFromTwo(Object key);

	void evictByResolver(Object key);

	void evictFromOtherManager(Object key);

	Object update(Object key);

	@Nullable Object updateByNull(Object key);

	Object updateIfThree(int number);

	/**
	 * Returns its argument, and puts it unless it is greater than ten.
	 */
	Integer updateUnlessGreat(int number);

	Object updateTwo(Object key);

	Object updateByResolver(Object key);

	Optional<Object> updateOptional(Object key);

	/**
	 * Throws an unchecked exception.
	 */
	Object updateAndFail(Object key);

	/**
	 * Sets the id of the item, by which it is put.
	 */
	Item updateByNewId(Item item);

	/**
	 * Returns the item if it has an id.
	 */
	@Nullable Item updateUnlessNull(Item item);

	Object readAndEvictOther(Object key);

	Object readIfThreeAndEvictOther(int number);

	Object updateAndEvictOther(Object key);

	/**
	 * Something with an id.
	 */
	final class Item {

		@Nullable Long id;

		public @Nullable Long getId() {
			return this.id;
		}

	}

}
