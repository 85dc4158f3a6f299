package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * The link to one address. At most one message is in flight; the next one carries all
 * further evictions. If there is nothing to send, the link regularly requests the high
 * watermark.
 *
 * <p>
 * A failed message is retried after 50, 200 and 1000 ms, then with the next request. No
 * eviction is lost, because messages are built from the log. The lock of the node guards
 * the fields; it is never held during external calls.
 */
final class PeerLink {

	private static final long[] RETRY_MILLIS = { 50, 200, 1000 };

	// An instance may be registered before it responds.
	private static final Duration STARTING = Duration.ofSeconds(10);

	private final URI address;

	private final CoherenceNode node;

	private final Surroundings surroundings;

	private final CoherenceListener listener;

	private final long since;

	// The instances that have responded, the last one last, with the time of the request.
	private final Map<String, Long> origins = new LinkedHashMap<>();

	// The instances that have told this address and have not responded there, with the
	// time of the last message.
	private final Map<String, Long> claims = new LinkedHashMap<>();

	// The time at which every instance at the address had left the group.
	private long vacantSince = FreshnessWatermark.NEVER;

	private long confirmed;

	private boolean inFlight;

	private boolean closed;

	private boolean saidGoodbye;

	private int failures;

	private long failingSince;

	private long lastSent;

	private @Nullable MessageOutcome last;

	// Whether the listener knows the last outcome.
	private boolean reported;

	/**
	 * Creates a link, which is inactive until its first message.
	 * @param confirmed the sequence number up to which the peer needs no evictions
	 */
	PeerLink(URI address, long confirmed, CoherenceNode node, Surroundings surroundings, CoherenceListener listener) {
		this.address = address;
		this.confirmed = confirmed;
		this.node = node;
		this.surroundings = surroundings;
		this.listener = listener;
		this.since = surroundings.now();
	}

	URI address() {
		return this.address;
	}

	/**
	 * Returns the time since which the address is known.
	 */
	long since() {
		return this.since;
	}

	/**
	 * Returns the latest instance to respond.
	 */
	@Nullable String origin() {
		String last = null;
		for (String origin : this.origins.keySet()) {
			last = origin;
		}
		return last;
	}

	Set<String> origins() {
		return this.origins.keySet();
	}

	/**
	 * Records that an instance responds at the address.
	 * @param origin its id
	 * @param asked the time of the request
	 */
	void origin(String origin, long asked) {
		this.claims.remove(origin);
		this.origins.remove(origin);
		this.origins.put(origin, asked);
	}

	/**
	 * Records that an instance that has not responded here has told this address.
	 * @param origin its id
	 * @param now the current time
	 */
	void claim(String origin, long now) {
		this.claims.put(origin, now);
	}

	/**
	 * Removes the instances that last told this address before a time, and have not
	 * responded.
	 * @param since the time
	 * @return the removed instances
	 */
	List<String> removeUnanswered(long since) {
		return remove(this.claims, since, this.claims.size());
	}

	/**
	 * Removes instances that have not responded since a time, the longest silent first,
	 * down to the number that is registered.
	 * @param registered the number of instances that may be at the address
	 * @param since the time
	 * @return the removed instances
	 */
	List<String> removeSilent(int registered, long since) {
		return remove(this.origins, since, Math.max(0, this.origins.size() - registered));
	}

	private static List<String> remove(Map<String, Long> instances, long since, int most) {
		List<String> removed = instances.entrySet()
			.stream()
			.filter((instance) -> instance.getValue() <= since)
			.map(Map.Entry::getKey)
			.limit(most)
			.toList();
		removed.forEach(instances::remove);
		return removed;
	}

	/**
	 * Records that an instance has left the group.
	 * @param origin its id
	 * @param alone whether no other instance may be at the address
	 * @param now the current time
	 */
	void leave(String origin, boolean alone, long now) {
		this.origins.remove(origin);
		if (alone) {
			vacant(now);
		}
	}

	/**
	 * Records that every instance that was at the address has left the group.
	 */
	void vacant(long now) {
		this.vacantSince = now;
	}

	long vacantSince() {
		return this.vacantSince;
	}

	long confirmed() {
		return this.confirmed;
	}

	boolean isFailing() {
		return this.failures > 0;
	}

	boolean isFailingFor(long nanos, long now) {
		return isFailing() && now - this.failingSince >= nanos;
	}

	/**
	 * Returns whether all retries failed.
	 */
	boolean isGivenUp() {
		return this.failures > RETRY_MILLIS.length;
	}

	@Nullable MessageOutcome last() {
		return this.last;
	}

	/**
	 * Returns whether no message is in flight and none is pending.
	 */
	boolean isIdle(long mark, boolean leaving) {
		return this.closed || isGivenUp()
				|| (!this.inFlight && !isFailing() && this.confirmed >= mark && (this.saidGoodbye || !leaving));
	}

	void close() {
		this.closed = true;
	}

	/**
	 * Sends a first message and starts the regular requests.
	 */
	void greet() {
		exchange();
		waitForBeat();
	}

	/**
	 * Sends new evictions. Does nothing if the address belongs to this instance, or if a
	 * retry or the next request includes them.
	 */
	void offer() {
		synchronized (this.node) {
			if (isFailing() || this.node.isSelf(this)) {
				return;
			}
		}
		exchange();
	}

	private void waitForBeat() {
		this.surroundings.after(this.surroundings.jittered(this.node.timings().pull()), this::beat);
	}

	private void beat() {
		boolean due;
		synchronized (this.node) {
			if (this.closed) {
				return;
			}
			long rest = this.node.timings().pull().toNanos() / 2;
			due = !this.node.isSelf(this) && this.surroundings.now() - this.lastSent >= rest;
		}
		try {
			if (due) {
				exchange();
			}
		}
		finally {
			waitForBeat();
		}
	}

	/**
	 * Sends a message now, or after the response to the one in flight.
	 */
	void exchange() {
		Message message;
		long asked;
		synchronized (this.node) {
			if (this.closed || this.inFlight) {
				return;
			}
			asked = this.surroundings.now();
			message = this.node.messageFor(this);
			this.lastSent = asked;
			this.inFlight = true;
		}
		this.listener.sent();
		CompletionStage<Answer> answer;
		try {
			answer = this.node.network().send(this.address, message);
		}
		catch (RuntimeException | Error ex) {
			// There may be no thread left to send the message.
			answer = CompletableFuture.failedStage(ex);
		}
		answer.whenComplete((result, failure) -> answered(message, asked,
				(failure != null) ? Answer.of(MessageOutcome.UNREACHABLE, failure) : result));
	}

	private void answered(Message message, long asked, Answer answer) {
		MessageOutcome outcome = answer.outcome();
		if (answer.origin() == null || !(outcome.delivered() || outcome == MessageOutcome.SELF)) {
			failed(outcome, answer.failure());
			return;
		}
		MessageOutcome before;
		synchronized (this.node) {
			this.inFlight = false;
			this.failures = 0;
			if (this.closed) {
				return;
			}
			this.confirmed = Math.max(this.confirmed, message.batch().upTo());
			this.saidGoodbye = message.leaving();
			before = reported();
			this.last = outcome;
			this.reported = true;
		}
		if (outcome != MessageOutcome.SELF) {
			this.listener.settled(outcome);
			tellChange(before, outcome, null);
		}
		this.node.answered(this, answer.origin(), message, asked, answer);
		boolean again;
		synchronized (this.node) {
			again = this.node.hasNewsFor(this);
		}
		if (again) {
			exchange();
		}
	}

	private void failed(MessageOutcome outcome, @Nullable Throwable cause) {
		boolean retry;
		boolean starting;
		int failure;
		MessageOutcome before;
		synchronized (this.node) {
			this.inFlight = false;
			if (this.closed) {
				return;
			}
			long now = this.surroundings.now();
			this.failingSince = isFailing() ? this.failingSince : now;
			failure = this.failures;
			retry = outcome == MessageOutcome.UNREACHABLE && failure < RETRY_MILLIS.length;
			this.failures = retry ? failure + 1 : RETRY_MILLIS.length + 1;
			before = reported();
			starting = before == null && now - this.failingSince < STARTING.toNanos()
					&& (outcome == MessageOutcome.UNREACHABLE || outcome == MessageOutcome.ABSENT);
			if (!retry) {
				this.last = outcome;
				this.reported = !starting;
			}
		}
		if (retry) {
			this.surroundings.after(this.surroundings.jittered(Duration.ofMillis(RETRY_MILLIS[failure])), this::retry);
			return;
		}
		this.listener.settled(outcome);
		if (!starting) {
			tellChange(before, outcome, cause);
		}
		this.node.failed(this);
	}

	private @Nullable MessageOutcome reported() {
		return this.reported ? this.last : null;
	}

	private void retry() {
		synchronized (this.node) {
			if (this.closed || this.inFlight || !isFailing()) {
				return;
			}
		}
		exchange();
	}

	private void tellChange(@Nullable MessageOutcome before, MessageOutcome now, @Nullable Throwable failure) {
		if (before == null || (before != now && !(before.delivered() && now.delivered()))) {
			this.listener.peerChanged(this.address, before, now, failure);
		}
	}

}
