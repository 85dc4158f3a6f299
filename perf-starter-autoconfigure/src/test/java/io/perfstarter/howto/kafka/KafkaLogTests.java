package io.perfstarter.howto.kafka;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.coherence.LogFanOut;
import io.perfstarter.coherence.log.Continuity;
import io.perfstarter.coherence.log.LogPosition;
import io.perfstarter.coherence.log.LogReading;
import io.perfstarter.coherence.log.LogTimings;
import io.perfstarter.coherence.log.LogUnavailableException;
import io.perfstarter.coherence.log.PendingChange;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalCopies;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.fixtures.Tier;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.kafka.test.EmbeddedKafkaBroker;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests of the page on an invalidation log of one's own, with a broker in this process.
 */
@Tag(Tier.ALL)
class KafkaLogTests {

	private static final Duration AT_ONCE = Duration.ZERO;

	private static final Duration LONG = Duration.ofMinutes(1);

	private static EmbeddedKafkaBroker broker;

	private static Admin admin;

	private final String topic = UUID.randomUUID().toString();

	private final List<AutoCloseable> opened = new ArrayList<>();

	@BeforeAll
	static void start() {
		broker = startBroker();
		admin = Admin.create(connection(broker));
	}

	private static EmbeddedKafkaBroker startBroker() {
		EmbeddedKafkaBroker started = new EmbeddedKafkaKraftBroker(1, 1)
			.brokerProperties(Map.of("auto.create.topics.enable", "false"))
			.brokerListProperty(EmbeddedKafkaBroker.SPRING_EMBEDDED_KAFKA_BROKERS);
		started.afterPropertiesSet();
		System.clearProperty(EmbeddedKafkaBroker.SPRING_EMBEDDED_KAFKA_BROKERS);
		return started;
	}

	private static Map<String, Object> connection(EmbeddedKafkaBroker broker) {
		return Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, broker.getBrokersAsString());
	}

	@AfterAll
	static void stop() {
		admin.close();
		broker.destroy();
	}

	@BeforeEach
	void create() throws Exception {
		create(this.topic, 1);
	}

	private static void create(String topic, int partitions) throws Exception {
		admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all().get(60, TimeUnit.SECONDS);
		soon().ignoreExceptions().until(() -> admin.describeTopics(List.of(topic)).allTopicNames().get().size() == 1);
	}

	@AfterEach
	void close() throws Exception {
		for (AutoCloseable part : this.opened) {
			part.close();
		}
	}

	@Test
	void whatOneWritesTheOtherReads() {
		Reader a = reader();
		Reader b = reader();
		assertThat(b.begun.continuity()).isEqualTo(Continuity.BEGUN);
		a.log.append(List.of(Event.keys("tickets", List.of(1L, "\u20ac")), Event.all("zones")));
		a.log.append(List.of());
		a.log.append(List.of(Event.groups("search", List.of(2))));
		LogReading read = b.read();
		assertThat(read.continuity()).isEqualTo(Continuity.CONTINUED);
		assertThat(read.events()).containsExactly(Event.keys("tickets", List.of(1L, "\u20ac")), Event.all("zones"),
				Event.groups("search", List.of(2)));
		assertThat(b.read().events()).isEmpty();
		assertThat(a.read().events()).as("own evictions").isEmpty();
		assertThat(a.log.maintain()).isZero();
	}

	@Test
	void keysOfEachTypeArrive() {
		Reader a = reader();
		Reader b = reader();
		Event keys = Event.keys("tickets",
				Arrays.asList("text with spaces", 1L, 2, (short) 3, (byte) 4, 'c', true, 1.5, 2.5F,
						new BigInteger("12345678901234567890"), new BigDecimal("1.50"), new UUID(1, 2),
						LocalDate.of(2026, 1, 31), LocalDateTime.of(2026, 1, 31, 12, 0),
						Instant.parse("2026-01-31T12:00:00Z"), null));
		a.log.append(List.of(keys, Event.keys("zones", List.of(new Object()))));
		assertThat(b.read().events()).containsExactly(keys, Event.all("zones"));
	}

	@Test
	void aReaderThatWaitsIsToldAtOnce() throws Exception {
		Reader a = reader();
		Reader b = reader();
		CompletableFuture<LogReading> reading = CompletableFuture.supplyAsync(() -> b.read(LONG));
		await().during(Duration.ofMillis(300)).until(() -> !reading.isDone());
		a.log.append(List.of(Event.all("tickets")));
		LogReading read = reading.get(30, TimeUnit.SECONDS);
		assertThat(read.events()).containsExactly(Event.all("tickets"));
		assertThat(read.lag()).as("complete only up to the begin").isPositive();
		assertThat(b.read().lag()).isZero();
	}

	@Test
	void aReaderThatWaitsInVainReturnsAfterTheInterval() {
		Reader a = reader();
		Reader b = reader();
		a.log.hold(Map.of("a/1", Set.of("tickets")));
		LogReading read = b.read(Duration.ofMillis(500));
		assertThat(read.events()).isEmpty();
		assertThat(read.pending()).hasSize(1);
		assertThat(read.lag()).isLessThan(Duration.ofMillis(500));
	}

	@Test
	void closingEndsTheWaiting() {
		Reader b = reader();
		CompletableFuture<LogReading> reading = CompletableFuture.supplyAsync(() -> b.read(LONG));
		await().during(Duration.ofMillis(300)).until(() -> !reading.isDone());
		b.log.close();
		assertThat(reading).failsWithin(Duration.ofSeconds(5))
			.withThrowableOfType(ExecutionException.class)
			.withCauseInstanceOf(LogUnavailableException.class);
	}

	@Test
	void aChangeIsInProgressUntilItIsReleased() {
		Reader a = reader();
		Reader b = reader();
		a.log.hold(Map.of("a/1", Set.of("tickets", "zones"), "a/2", Set.of("search")));
		List<PendingChange> held = b.read().pending();
		assertThat(held).extracting(PendingChange::id).containsExactlyInAnyOrder("a/1", "a/2");
		assertThat(change(held, "a/1").caches()).containsExactlyInAnyOrder("tickets", "zones");
		assertThat(b.read().pending()).as("not renewed").containsExactlyInAnyOrderElementsOf(held);
		assertThat(a.read().pending()).as("own changes").isEmpty();
		a.log.hold(Map.of("a/1", Set.of("tickets", "zones")));
		a.log.release("a/2");
		List<PendingChange> renewed = b.read().pending();
		assertThat(renewed).extracting(PendingChange::id).containsExactly("a/1");
		assertThat(change(renewed, "a/1").renewals()).isGreaterThan(change(held, "a/1").renewals());
		a.log.release("a/1");
		assertThat(b.read().pending()).isEmpty();
	}

	@Test
	void anAbandonedChangeEvictsForAllReaders() {
		Reader a = reader();
		Reader b = reader();
		Reader c = reader();
		a.log.hold(Map.of("a/unwritten/some tickets", Set.of("some tickets")));
		PendingChange change = b.read().pending().get(0);
		c.read();
		b.log.abandon(change);
		c.log.abandon(change);
		for (Reader reader : List.of(b, c)) {
			LogReading read = reader.read();
			assertThat(read.events()).containsExactly(Event.all("some tickets"));
			assertThat(read.pending()).isEmpty();
		}
	}

	@Test
	void aRenewalWinsOverALaterAbandonment() {
		Reader a = reader();
		Reader b = reader();
		a.log.hold(Map.of("a/1", Set.of("tickets")));
		PendingChange change = b.read().pending().get(0);
		a.log.hold(Map.of("a/1", Set.of("tickets")));
		b.log.abandon(change);
		LogReading read = b.read();
		assertThat(read.events()).isEmpty();
		assertThat(read.pending()).hasSize(1);
		a.log.release("a/1");
		b.log.abandon(read.pending().get(0));
		assertThat(b.read().events()).as("ended").isEmpty();
	}

	@Test
	void aReaderThatBeginsLateLearnsOfAChangeByItsRenewal() {
		Reader a = reader();
		Reader early = reader();
		a.log.append(List.of(Event.all("tickets")));
		a.log.hold(Map.of("a/1", Set.of("tickets")));
		Reader late = reader();
		assertThat(late.begun.pending()).isEmpty();
		assertThat(late.read().events()).isEmpty();
		a.log.hold(Map.of("a/1", Set.of("tickets")));
		assertThat(early.read().events()).hasSize(1);
		late.log.abandon(late.read().pending().get(0));
		assertThat(early.read().events()).containsExactly(Event.all("tickets"));
	}

	@Test
	void aReadingThatHasFailedIsRepeated() {
		Reader a = reader();
		Reader b = reader();
		FutureTask<LogReading> reading = new FutureTask<>(() -> b.read(LONG));
		Thread thread = new Thread(reading);
		thread.start();
		a.log.hold(Map.of("a/1", Set.of("tickets")));
		await().during(Duration.ofMillis(500)).until(() -> !reading.isDone());
		thread.interrupt();
		assertThat(reading).failsWithin(Duration.ofSeconds(5))
			.withThrowableOfType(ExecutionException.class)
			.withCauseInstanceOf(LogUnavailableException.class);
		assertThat(b.read().pending()).hasSize(1);
	}

	@Test
	void whatTheRetentionHasRemovedIsNoticed() throws Exception {
		Reader a = reader();
		Reader b = reader();
		for (int eviction = 0; eviction < 3; eviction++) {
			a.log.append(List.of(Event.all("tickets")));
		}
		admin.deleteRecords(Map.of(new TopicPartition(this.topic, 0), RecordsToDelete.beforeOffset(2)))
			.all()
			.get(60, TimeUnit.SECONDS);
		assertThat(b.read().continuity()).isEqualTo(Continuity.TOO_OLD);
		a.log.append(List.of(Event.all("zones")));
		LogReading read = b.read();
		assertThat(read.continuity()).isEqualTo(Continuity.CONTINUED);
		assertThat(read.events()).containsExactly(Event.all("zones"));
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 3 })
	void aTopicThatWasCreatedAnewIsAnotherEpoch(int records) throws Exception {
		Reader a = reader();
		Reader b = reader();
		a.log.append(List.of(Event.all("tickets")));
		b.read();
		admin.deleteTopics(List.of(this.topic)).all().get(60, TimeUnit.SECONDS);
		soon().ignoreExceptions().untilAsserted(() -> create(this.topic, 1));
		KafkaLog other = log();
		for (int eviction = 0; eviction < records; eviction++) {
			soon().ignoreExceptions().untilAsserted(() -> other.append(List.of(Event.all("zones"))));
		}
		LogReading read = soon().ignoreExceptions()
			.until(() -> b.read(), (reading) -> reading.continuity() != Continuity.CONTINUED);
		assertThat(read.continuity()).isEqualTo(Continuity.OTHER_EPOCH);
		other.append(List.of(Event.all("search")));
		assertThat(b.read().events()).containsExactly(Event.all("search"));
	}

	@Test
	void aRecordOfAnotherKindIsAGap() throws Exception {
		Reader b = reader();
		try (Producer<String, String> producer = new KafkaProducer<>(connection(broker), new StringSerializer(),
				new StringSerializer())) {
			producer.send(new ProducerRecord<>(this.topic, "other", null)).get(60, TimeUnit.SECONDS);
		}
		assertThat(b.read().continuity()).isEqualTo(Continuity.TOO_OLD);
		assertThat(b.read().continuity()).isEqualTo(Continuity.CONTINUED);
	}

	@Test
	void aTopicOfSeveralPartitionsIsRefused() throws Exception {
		String several = UUID.randomUUID().toString();
		create(several, 2);
		try (KafkaLog log = new KafkaLog(several, connection(broker), Duration.ofSeconds(5))) {
			assertThatExceptionOfType(LogUnavailableException.class).isThrownBy(() -> log.read(null, AT_ONCE))
				.havingCause()
				.withMessageContaining("must have one partition");
		}
	}

	@Test
	void withoutABrokerEachCallFailsSoon() {
		EmbeddedKafkaBroker own = startBroker();
		own.addTopics(this.topic);
		KafkaLog log = new KafkaLog(this.topic, connection(own), Duration.ofSeconds(1));
		this.opened.add(log);
		LogPosition position = soon().ignoreExceptions().until(() -> log.read(null, AT_ONCE).end(), (any) -> true);
		log.append(List.of(Event.all("tickets")));
		own.destroy();
		failsSoon(() -> log.read(position, AT_ONCE));
		failsSoon(() -> log.read(null, AT_ONCE));
		failsSoon(() -> log.append(List.of(Event.all("tickets"))));
		failsSoon(() -> log.hold(Map.of("a/1", Set.of("tickets"))));
	}

	private static void failsSoon(Runnable call) {
		long begin = System.nanoTime();
		assertThatExceptionOfType(LogUnavailableException.class).isThrownBy(call::run);
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
	}

	@Test
	void twoInstancesEvictAndWaitForTheChangesOfEachOther() throws Exception {
		create("ticket-evictions", 1);
		Instance first = new Instance();
		Instance second = new Instance();
		this.opened.addAll(List.of(first, second));
		soon().until(() -> first.fanOut.mode() == Mode.CERTIFIED && second.fanOut.mode() == Mode.CERTIFIED);
		first.fanOut.publish(List.of(Event.keys("tickets", List.of(1L))));
		soon().untilAsserted(() -> assertThat(second.evicted).containsExactly(Event.keys("tickets", List.of(1L))));
		Runnable change = first.fanOut.begin(List.of("tickets"));
		soon().until(() -> second.watermark.agesBehind().containsKey("tickets"));
		assertThat(first.watermark.agesBehind()).isEmpty();
		change.run();
		soon().until(() -> second.watermark.agesBehind().isEmpty());
		assertThat(first.evicted).isEmpty();
	}

	private KafkaLog log() {
		KafkaLog log = new KafkaLog(this.topic, connection(broker), Duration.ofSeconds(5));
		this.opened.add(log);
		return log;
	}

	private Reader reader() {
		return new Reader(log());
	}

	private static PendingChange change(List<PendingChange> changes, String id) {
		return changes.stream().filter((change) -> change.id().equals(id)).findFirst().orElseThrow();
	}

	private static ConditionFactory soon() {
		return await().pollInterval(Duration.ofMillis(50));
	}

	/**
	 * A log and the position up to which it was read.
	 */
	private static final class Reader {

		private final KafkaLog log;

		private final LogReading begun;

		private LogPosition position;

		Reader(KafkaLog log) {
			this.log = log;
			this.begun = log.read(null, AT_ONCE);
			this.position = this.begun.end();
		}

		LogReading read() {
			return read(AT_ONCE);
		}

		LogReading read(Duration interval) {
			LogReading reading = this.log.read(this.position, interval);
			this.position = reading.end();
			return reading;
		}

	}

	/**
	 * An instance without an application.
	 */
	private static final class Instance implements LocalCopies, AutoCloseable {

		private final List<Event> evicted = new CopyOnWriteArrayList<>();

		private final FreshnessWatermark watermark = new FreshnessWatermark(Duration.ofSeconds(4), System::nanoTime);

		private final KafkaLog log = new KafkaLogConfiguration().kafkaLog(broker.getBrokersAsString());

		private final LogFanOut fanOut;

		Instance() {
			this.watermark.forCache("tickets");
			this.fanOut = new LogFanOut(this.log, new LogTimings(Duration.ofSeconds(4), Duration.ofMillis(200)),
					new LocalSide(this, this.watermark, new PendingCommits(System::nanoTime)), (events) -> {
					}, new SimpleMeterRegistry());
			this.fanOut.start();
		}

		@Override
		public boolean knows(String cache) {
			return true;
		}

		@Override
		public void evict(List<Event> events) {
			this.evicted.addAll(events);
		}

		@Override
		public void withhold(List<Event> events) {
		}

		@Override
		public void release(List<Event> events) {
		}

		@Override
		public void close() {
			this.fanOut.close();
			this.log.close();
		}

	}

}
