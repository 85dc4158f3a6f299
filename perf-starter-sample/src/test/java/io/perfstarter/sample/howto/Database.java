package io.perfstarter.sample.howto;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What all instances of an example have in common: the notes of tickets.
 */
public final class Database {

	private final Map<Long, String> notes = new ConcurrentHashMap<>();

	String read(long id) {
		return this.notes.getOrDefault(id, "none");
	}

	void write(long id, String notes) {
		this.notes.put(id, notes);
	}

}
