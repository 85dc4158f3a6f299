package io.perfstarter.coherence.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import io.perfstarter.coherence.redis.LogStream;
import io.perfstarter.coherence.redis.RedisLog;
import io.perfstarter.coherence.redis.RedisStream;

/**
 * Instances with a log in Redis, which answers at once.
 */
final class IdleMembers implements IdleFleet {

	private static final Duration DEPARTURE = Duration.ofSeconds(60);

	// Half of the timeout of the client.
	private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

	private static final String KEY = "perf-starter:{tickets}:";

	private static final String SHA = "0".repeat(40);

	// What Redis answers if there were no entries while a member has waited.
	private static final int NOTHING = "_\r\n".length();

	private final VirtualTime time;

	private final Chance chance;

	private final SimulatedStream stream;

	private final List<IdleInstance> instances = new ArrayList<>();

	private long claims;

	private long bytes;

	IdleMembers(VirtualTime time, Chance chance) {
		this.time = time;
		this.chance = chance;
		this.stream = new SimulatedStream(time, LogVariant.REDIS, DEPARTURE);
		// Times have as many digits as in this century.
		this.stream.stepClock(Duration.ofDays(20_000).toNanos());
	}

	@Override
	public void start() {
		IdleInstance instance = new IdleInstance(this.time);
		this.instances.add(instance);
		RedisLog log = new RedisLog(new UUID(1, this.instances.size()).toString(), new View(instance), instance::now);
		log.register();
		IdleReaders.read(log, instance, this.chance);
	}

	@Override
	public List<IdleInstance> instances() {
		return this.instances;
	}

	@Override
	public long questions() {
		return this.claims;
	}

	@Override
	public long bytes() {
		return this.bytes;
	}

	/**
	 * The shared connection of each instance, and the one on which it waits.
	 */
	@Override
	public long connections() {
		return 2L * this.instances.size();
	}

	/**
	 * Counts an array of the protocol of Redis.
	 */
	private void send(List<?> parts) {
		this.bytes += line(parts.size());
		for (Object part : parts) {
			if (part instanceof Integer number) {
				this.bytes += line(number);
			}
			else {
				int length = part.toString().length();
				this.bytes += line(length) + length + "\r\n".length();
			}
		}
	}

	private static int line(int number) {
		return "*\r\n".length() + Integer.toString(number).length();
	}

	/**
	 * The stream as an instance reaches it, with the commands and answers of
	 * {@link RedisStream}.
	 */
	private final class View implements LogStream {

		private final IdleInstance instance;

		View(IdleInstance instance) {
			this.instance = instance;
		}

		@Override
		public LogStream.Certificate certify(LogStream.Claim claim) {
			IdleMembers.this.claims++;
			Long after = claim.after();
			send(List.of("EVALSHA", SHA, "4", KEY + "stream", KEY + "claims", KEY + "seen", KEY + "state",
					claim.member(), claim.epoch(), Long.toString(claim.upTo()), Long.toString(claim.expected()),
					(after != null) ? after.toString() : "", Long.toString(DEPARTURE.toNanos() / 1_000), claim.member(),
					"100000", Integer.toString(MAX_ENTRIES)));
			LogStream.Certificate certificate = IdleMembers.this.stream.certify(claim);
			Long lowest = certificate.lowest();
			List<Object> answer = new ArrayList<>(List.of(certificate.epoch(), Long.toString(certificate.time()),
					(lowest != null) ? lowest.toString() : "", certificate.members(), "0-" + certificate.last()));
			certificate.entries().stream().flatMap(this::parts).forEach(answer::add);
			send(answer);
			return certificate;
		}

		private Stream<String> parts(LogStream.StreamEntry entry) {
			return Stream.of("0-" + entry.number(), "missed", "");
		}

		/**
		 * Waits as long as it may, because entries do not arrive meanwhile, but for one
		 * when the fleet is certified first.
		 */
		@Override
		public List<LogStream.StreamEntry> await(long after, Duration wait) {
			long millis = Math.min(wait.toMillis(), LONGEST_WAIT.toMillis());
			send(List.of("XREAD", "BLOCK", Long.toString(millis), "COUNT", Integer.toString(MAX_ENTRIES), "STREAMS",
					KEY + "stream", "0-" + after));
			List<LogStream.StreamEntry> entries = IdleMembers.this.stream.after(after);
			if (entries.isEmpty()) {
				this.instance.await(Duration.ofMillis(millis));
				IdleMembers.this.bytes += NOTHING;
			}
			else {
				entries.forEach((entry) -> send(parts(entry).toList()));
			}
			return entries;
		}

		@Override
		public void append(String evictions) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void leave(String member) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void close() {
		}

	}

}
