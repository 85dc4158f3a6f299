package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

/**
 * The way to one peer: one message in flight, the rest joined in the next one.
 */
final class PeerLink {

	private static final long[] RETRY_MILLIS = { 50, 200, 1000 };

	private static final int IDS_PER_CACHE = 2_000;

	private static final int IDS_OVERALL = 20_000;

	private final URI address;

	private final CoherenceNode node;

	private final PeerNetwork network;

	private final Timer timer;

	private final RandomGenerator random;

	private final CoherenceListener listener;

	// The fields below are guarded by this, and nobody is called with the lock held.
	private final PendingEvents pending;

	private boolean inFlight;

	private boolean closed;

	private @Nullable Outcome last;

	PeerLink(URI address, CoherenceNode node, Wire wire, PeerNetwork network, Timer timer, RandomGenerator random,
			CoherenceListener listener) {
		this.address = address;
		this.node = node;
		this.network = network;
		this.timer = timer;
		this.random = random;
		this.listener = listener;
		this.pending = new PendingEvents(IDS_PER_CACHE, IDS_OVERALL, wire);
	}

	/**
	 * Sends an empty message, from which the peer's answer tells who it is.
	 */
	void greet() {
		synchronized (this) {
			if (this.inFlight || this.closed) {
				return;
			}
			this.inFlight = true;
		}
		send(this.node.message(List.of()), 0);
	}

	void offer(Event event) {
		boolean overflow;
		synchronized (this) {
			if (this.closed) {
				return;
			}
			overflow = this.pending.add(event);
		}
		if (overflow) {
			this.listener.overflowed(event.cache());
		}
		sendNext();
	}

	synchronized boolean isIdle() {
		return this.closed || (!this.inFlight && this.pending.isEmpty());
	}

	/**
	 * Forgets what waits and retries no more.
	 */
	synchronized void close() {
		this.closed = true;
	}

	private void sendNext() {
		List<Event> events;
		synchronized (this) {
			if (this.inFlight || this.closed || this.pending.isEmpty()) {
				return;
			}
			this.inFlight = true;
			events = this.pending.drain();
		}
		send(this.node.message(events), 0);
	}

	private void send(Message message, int retries) {
		this.listener.sent();
		CompletionStage<Answer> answer;
		try {
			answer = this.network.send(this.address, message);
		}
		catch (RuntimeException ex) {
			answer = CompletableFuture.failedStage(ex);
		}
		answer.whenComplete((result, failure) -> answered(message, retries,
				(failure != null) ? Answer.of(Outcome.UNREACHABLE) : result));
	}

	private void answered(Message message, int retries, Answer answer) {
		if (answer.outcome() == Outcome.UNREACHABLE && retries < RETRY_MILLIS.length) {
			double jitter = 0.75 + this.random.nextDouble() / 2;
			Duration delay = Duration.ofNanos((long) (RETRY_MILLIS[retries] * 1_000_000 * jitter));
			this.timer.after(delay, () -> retry(message, retries + 1));
		}
		else if (this.node.isOrigin(answer.origin())) {
			this.node.own(this.address);
		}
		else {
			settle(answer.outcome());
		}
	}

	private void retry(Message message, int retries) {
		synchronized (this) {
			if (this.closed) {
				return;
			}
		}
		this.listener.retried();
		send(message, retries);
	}

	private void settle(Outcome outcome) {
		Outcome before;
		synchronized (this) {
			if (this.closed) {
				return;
			}
			this.inFlight = false;
			before = this.last;
			this.last = outcome;
		}
		this.listener.settled(outcome);
		if (before == null || (before != outcome && !(before.delivered() && outcome.delivered()))) {
			this.listener.peerChanged(this.address, before, outcome);
		}
		sendNext();
	}

}
