package io.perfstarter.coherence.simulation;

import io.perfstarter.coherence.protocol.Event;
import org.jspecify.annotations.Nullable;

/**
 * A row of the database, cached under its number.
 *
 * @param cache the name of the cache
 * @param key the number of the row
 */
record Row(String cache, int key) {

	/**
	 * The group of the row, {@code null} for one without.
	 */
	@Nullable Integer group() {
		return (this.key % 4 != 3) ? this.key % 4 : null;
	}

	boolean isIn(Event event) {
		return event.cache().equals(this.cache) && switch (event.scope()) {
			case KEYS -> event.ids().contains(this.key);
			case GROUPS -> group() == null || event.ids().contains(group());
			case ALL, DOUBT -> true;
		};
	}

	@Override
	public String toString() {
		return this.cache + "/" + this.key;
	}

}
