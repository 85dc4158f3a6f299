package io.perfstarter.howto.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.perfstarter.coherence.log.Continuity;
import io.perfstarter.coherence.log.InvalidationLog;
import io.perfstarter.coherence.log.LogPosition;
import io.perfstarter.coherence.log.LogReading;
import io.perfstarter.coherence.log.LogUnavailableException;
import io.perfstarter.coherence.log.PendingChange;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.transport.LoggedEvictions;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * An invalidation log in a topic with one partition, whose records all readers find in
 * the same order.
 */
// tag::log[]
final class KafkaLog implements InvalidationLog, AutoCloseable {

	private final String origin = UUID.randomUUID().toString();

	private final TopicPartition partition;

	private final Duration timeout;

	private final Producer<String, String> producer;

	private final Admin admin;

	// Guarded by this, as are the fields below.
	private final Consumer<String, String> consumer;

	// The changes of others that are in progress at the end of the last answer.
	private Map<String, PendingChange> pending = Map.of();

	// The time up to which the last answer is complete.
	private long complete;

	/**
	 * Creates a log, which needs no broker until it is used.
	 * @param topic the name of the topic, which must exist
	 * @param connection what all clients need: the addresses, TLS, the login
	 * @param timeout the maximum time of a request
	 */
	KafkaLog(String topic, Map<String, Object> connection, Duration timeout) {
		this.partition = new TopicPartition(topic, 0);
		this.timeout = timeout;
		this.producer = KafkaClients.producer(connection, timeout);
		this.admin = KafkaClients.admin(connection, timeout);
		this.consumer = KafkaClients.consumer(connection, timeout);
		this.consumer.assign(List.of(this.partition));
	}

	@Override
	public boolean waits() {
		return true;
	}

	@Override
	public synchronized LogReading read(@Nullable LogPosition after, Duration interval) {
		return call(() -> {
			if (after == null) {
				return begin(null);
			}
			long asked = System.nanoTime();
			long until = this.complete + interval.toNanos();
			try {
				return (until - asked > 0) ? await(after, asked, until) : certify(after, asked);
			}
			catch (OffsetOutOfRangeException | IllegalArgumentException ex) {
				// The retention or an election has removed records, or one is not ours.
				return begin(after);
			}
		});
	}

	/**
	 * Begins at the end. The topic is asked for its id before the end, so that this end
	 * belongs to no older topic.
	 */
	private LogReading begin(@Nullable LogPosition after) throws Exception {
		long asked = System.nanoTime();
		String epoch = epoch();
		long end = end();
		this.consumer.seek(this.partition, end);
		this.pending = Map.of();
		this.complete = asked;
		return new LogReading(new LogPosition(epoch, Long.toString(end)), continuity(after, epoch, end), List.of(),
				List.of());
	}

	private static Continuity continuity(@Nullable LogPosition after, String epoch, long end) {
		if (after == null) {
			return Continuity.BEGUN;
		}
		boolean sameEpoch = after.epoch().equals(epoch) && offset(after) <= end;
		return sameEpoch ? Continuity.TOO_OLD : Continuity.OTHER_EPOCH;
	}

	/**
	 * Waits for evictions. The answer is complete up to the same time as the last one.
	 */
	private LogReading await(LogPosition after, long asked, long until) {
		TopicRecords records = recordsAfter(after);
		do {
			poll(records, until);
		}
		while (records.events().isEmpty() && System.nanoTime() - until < 0);
		return answer(after, records, asked, this.complete);
	}

	/**
	 * Reads up to the end. If that takes longer than the timeout, the next answer
	 * contains the rest.
	 */
	private LogReading certify(LogPosition after, long asked) throws Exception {
		long end = end();
		if (offset(after) > end) {
			return begin(after);
		}
		TopicRecords records = recordsAfter(after);
		long until = asked + this.timeout.toNanos();
		while (position() < end && System.nanoTime() - until < 0) {
			poll(records, until);
		}
		// Now, so that nothing was read from a newer topic.
		if (!epoch().equals(after.epoch())) {
			return begin(after);
		}
		return answer(after, records, asked, (position() < end) ? this.complete : asked);
	}

	private TopicRecords recordsAfter(LogPosition position) {
		// Without need, a seek would hide an unclean election from the consumer.
		if (position() != offset(position)) {
			this.consumer.seek(this.partition, offset(position));
		}
		return new TopicRecords(this.origin, this.pending);
	}

	private void poll(TopicRecords records, long until) {
		this.consumer.poll(Duration.ofNanos(Math.max(0, until - System.nanoTime()))).forEach(records::add);
	}

	private LogReading answer(LogPosition after, TopicRecords records, long asked, long complete) {
		LogPosition end = new LogPosition(after.epoch(), Long.toString(position()));
		this.pending = records.pending();
		this.complete = complete;
		return new LogReading(end, Continuity.CONTINUED, records.events(), List.copyOf(this.pending.values()),
				Duration.ofNanos(asked - complete));
	}

	private long position() {
		return this.consumer.position(this.partition, this.timeout);
	}

	private static long offset(LogPosition position) {
		return Long.parseLong(position.offset());
	}

	private String epoch() throws Exception {
		String name = this.partition.topic();
		TopicDescription topic = get(this.admin.describeTopics(List.of(name)).allTopicNames()).get(name);
		if (topic == null || topic.partitions().size() != 1) {
			throw new IllegalStateException("The topic '%s' must have one partition".formatted(name));
		}
		return topic.topicId().toString();
	}

	private long end() throws Exception {
		return get(this.admin.listOffsets(Map.of(this.partition, OffsetSpec.latest())).partitionResult(this.partition))
			.offset();
	}

	/**
	 * Returns {@code false}, because no transaction of a database contains the topic.
	 */
	@Override
	public String origin() {
		return this.origin;
	}

	@Override
	public void append(List<Event> events) {
		if (!events.isEmpty()) {
			write(TopicRecords.EVICT, new LoggedEvictions(this.origin, events).encode());
		}
	}

	@Override
	public void hold(Map<String, Set<String>> changes) {
		write(TopicRecords.HOLD, TopicRecords.held(this.origin, changes));
	}

	@Override
	public void release(String change) {
		write(TopicRecords.RELEASE, change);
	}

	@Override
	public void abandon(PendingChange change) {
		write(TopicRecords.ABANDON, TopicRecords.abandoned(change));
	}

	private void write(String kind, String value) {
		call(() -> get(this.producer
			.send(new ProducerRecord<>(this.partition.topic(), this.partition.partition(), kind, value))));
	}

	private <T> T get(Future<T> answer) throws Exception {
		return answer.get(this.timeout.toMillis(), TimeUnit.MILLISECONDS);
	}

	private <T> T call(Callable<T> work) {
		try {
			return work.call();
		}
		catch (Exception ex) {
			if (ex instanceof InterruptedException) {
				Thread.currentThread().interrupt();
			}
			throw new LogUnavailableException("The topic '%s' cannot be used".formatted(this.partition.topic()), ex);
		}
	}

	/**
	 * Removes nothing, because the retention of the topic does.
	 */
	@Override
	public int maintain() {
		return 0;
	}

	/**
	 * Ends a reading in progress, and closes the clients.
	 */
	@Override
	public void close() {
		this.consumer.wakeup();
		synchronized (this) {
			this.consumer.close(CloseOptions.timeout(this.timeout));
		}
		this.producer.close(this.timeout);
		this.admin.close(this.timeout);
	}

}
// end::log[]
