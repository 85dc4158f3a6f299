package io.perfstarter.howto.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.perfstarter.coherence.log.PendingChange;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.transport.LoggedEvictions;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What the records of the topic say after a position. The key of a record is its kind.
 */
// tag::records[]
final class TopicRecords {

	static final String EVICT = "evict";

	static final String HOLD = "hold";

	static final String RELEASE = "release";

	static final String ABANDON = "abandon";

	private final String reader;

	private final List<Event> events = new ArrayList<>();

	private final Map<String, PendingChange> pending;

	TopicRecords(String reader, Map<String, PendingChange> pending) {
		this.reader = reader;
		this.pending = new HashMap<>(pending);
	}

	/**
	 * Returns the value of a record that holds changes: their ids stand where an eviction
	 * has keys.
	 */
	static String held(String writer, Map<String, Set<String>> changes) {
		List<Event> held = new ArrayList<>();
		changes.forEach((change, caches) -> caches.forEach((cache) -> held.add(Event.keys(cache, List.of(change)))));
		return new LoggedEvictions(writer, held).encode();
	}

	static String abandoned(PendingChange change) {
		return change.renewals() + " " + change.id();
	}

	void add(ConsumerRecord<String, String> record) {
		String value = String.valueOf(record.value());
		switch (String.valueOf(record.key())) {
			case EVICT -> this.events.addAll(byOthers(value));
			case HOLD -> hold(byOthers(value), record.offset());
			case RELEASE -> this.pending.remove(value);
			case ABANDON -> abandon(value);
			default -> throw new IllegalArgumentException("Unknown kind of record '%s'".formatted(record.key()));
		}
	}

	private List<Event> byOthers(String value) {
		LoggedEvictions logged = LoggedEvictions.decode(value);
		return logged.writer().equals(this.reader) ? List.of() : logged.events();
	}

	/**
	 * Begins or renews changes. The offset stands for the number of renewals: all readers
	 * know it, also those that have begun after the first record of the change.
	 */
	private void hold(List<Event> held, long offset) {
		Map<String, Set<String>> changes = new HashMap<>();
		held.forEach((event) -> event.ids()
			.forEach((id) -> changes.computeIfAbsent(String.valueOf(id), (change) -> new HashSet<>())
				.add(event.cache())));
		changes.forEach((change, caches) -> this.pending.put(change, new PendingChange(change, offset, caches)));
	}

	/**
	 * Ends a change, unless it was renewed or ended before this record.
	 */
	private void abandon(String value) {
		PendingChange change = this.pending.get(value.substring(value.indexOf(' ') + 1));
		if (change != null && value.equals(abandoned(change))) {
			this.pending.remove(change.id());
			change.caches().forEach((cache) -> this.events.add(Event.all(cache)));
		}
	}

	List<Event> events() {
		return this.events;
	}

	Map<String, PendingChange> pending() {
		return this.pending;
	}

}
// end::records[]
