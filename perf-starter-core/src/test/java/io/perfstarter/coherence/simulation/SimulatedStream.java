package io.perfstarter.coherence.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

import io.perfstarter.coherence.redis.LogStream;
import org.jspecify.annotations.Nullable;

/**
 * A Redis with the stream of the log, which does what its script does: claims, epochs and
 * failovers.
 */
final class SimulatedStream {

	private static final String UNKNOWN = "unknown";

	private static final int LENGTH = 20;

	private final VirtualTime time;

	private final LogVariant variant;

	// In microseconds, as all times of the stream.
	private final long departure;

	private State state = new State();

	private @Nullable State replica;

	private int server;

	private int epochs;

	private long downUntil;

	private long clockStep;

	SimulatedStream(VirtualTime time, LogVariant variant, Duration departure) {
		this.time = time;
		this.variant = variant;
		this.departure = departure.toNanos() / 1_000;
	}

	boolean isDown() {
		return this.time.now() < this.downUntil;
	}

	private long clock() {
		return (this.time.now() + this.clockStep) / 1_000;
	}

	LogStream.Certificate certify(LogStream.Claim claim) {
		long now = clock();
		boolean known = claim.epoch().equals(this.state.epoch);
		boolean lost = this.state.epoch.isEmpty() || this.state.server != this.server;
		boolean back = this.state.time > now || (known && claim.expected() > now + 500_000);
		if (this.state.epoch.isEmpty() || ((lost || back) && this.variant != LogVariant.REDIS_WITHOUT_EPOCHS)) {
			this.state.epoch = new UUID(0, ++this.epochs).toString();
			this.state.since = now;
			this.state.claims.replaceAll((member, claimed) -> Math.min(claimed, now));
			this.state.seen.replaceAll((member, seen) -> Math.min(seen, now));
			if (lost) {
				this.state.claims.put(UNKNOWN, now);
				this.state.seen.put(UNKNOWN, now);
			}
			append(null);
		}
		else if (!claim.epoch().isEmpty() && !known && now - this.state.since > this.departure) {
			append(null);
		}
		if (now - this.state.time > this.departure / 2) {
			this.state.seen.replaceAll((member, seen) -> Math.max(seen, now));
		}
		this.state.server = this.server;
		this.state.time = now;
		if (claim.epoch().equals(this.state.epoch)) {
			this.state.claims.put(claim.member(), Math.min(claim.upTo(), now));
			this.state.seen.put(claim.member(), now);
		}
		removeDeparted(now);
		return new LogStream.Certificate(this.state.epoch, now, lowest(claim.member()), members(),
				this.state.first + this.state.entries.size() - 1, after(claim.after()));
	}

	private void removeDeparted(long now) {
		boolean departed = this.state.seen.values().removeIf((seen) -> seen < now - this.departure);
		if (departed) {
			this.state.claims.keySet().retainAll(this.state.seen.keySet());
			append(null);
		}
	}

	private @Nullable Long lowest(String member) {
		if (this.variant == LogVariant.REDIS_WITHOUT_CLAIMS) {
			return null;
		}
		return this.state.claims.entrySet()
			.stream()
			.filter((claim) -> !claim.getKey().equals(member))
			.map(Map.Entry::getValue)
			.min(Long::compare)
			.orElse(null);
	}

	private int members() {
		return this.state.claims.size() - (this.state.claims.containsKey(UNKNOWN) ? 1 : 0);
	}

	List<LogStream.StreamEntry> after(@Nullable Long number) {
		return (number != null) ? this.state.entries.stream().filter((entry) -> entry.number() > number).toList()
				: List.of();
	}

	void append(@Nullable String evictions) {
		this.state.entries.add(new LogStream.StreamEntry(this.state.first + this.state.entries.size(), evictions));
		if (this.state.entries.size() > LENGTH) {
			this.state.entries.remove(0);
			this.state.first++;
		}
	}

	void stepClock(long nanos) {
		this.clockStep += nanos;
	}

	void cutReplica() {
		this.replica = this.state.copy();
	}

	/**
	 * Promotes the replica: what it has not received is lost.
	 * @param down for how long nobody can reach it
	 */
	void promote(long down) {
		State promoted = this.replica;
		if (promoted != null) {
			this.state = promoted;
			this.replica = null;
			this.server++;
			this.downUntil = this.time.now() + down;
		}
	}

	/**
	 * What a replica copies.
	 */
	private static final class State {

		private final List<LogStream.StreamEntry> entries = new ArrayList<>();

		private final Map<String, Long> claims = new TreeMap<>();

		private final Map<String, Long> seen = new TreeMap<>();

		private long first = 1;

		private String epoch = "";

		private int server;

		private long time;

		private long since;

		State copy() {
			State copy = new State();
			copy.entries.addAll(this.entries);
			copy.claims.putAll(this.claims);
			copy.seen.putAll(this.seen);
			copy.first = this.first;
			copy.epoch = this.epoch;
			copy.server = this.server;
			copy.time = this.time;
			copy.since = this.since;
			return copy;
		}

	}

}
