package io.perfstarter.coherence.protocol;

import java.net.URI;
import java.util.List;
import java.util.function.LongFunction;

import org.jspecify.annotations.Nullable;

/**
 * A peer that answers, and tells, what a test wants it to.
 */
final class TestPeer {

	final URI address;

	String origin;

	long mark;

	long age;

	PendingAges pending = PendingAges.NONE;

	MessageOutcome outcome = MessageOutcome.APPLIED;

	/**
	 * Whether messages wait until the test answers them.
	 */
	boolean holds;

	@Nullable LongFunction<@Nullable Batch> log;

	TestPeer(String name) {
		this.address = URI.create("http://%s:1/p".formatted(name));
		this.origin = name;
	}

	Answer answer(Message message) {
		if (!this.outcome.delivered() && this.outcome != MessageOutcome.SELF) {
			return Answer.of(this.outcome);
		}
		Batch batch = (message.pull() != null && this.log != null) ? this.log.apply(message.pull()) : null;
		return new Answer(this.outcome, this.origin, this.age, this.mark, this.pending, batch);
	}

	/**
	 * The message that tells of the next evictions, each with a number of its own.
	 */
	Message tells(Event... events) {
		long before = this.mark;
		this.mark += events.length;
		return new Message(this.origin, null, this.address, new Batch(before, this.mark, List.of(events)), this.mark,
				null, false);
	}

	Message asks() {
		return asks(null);
	}

	Message asks(@Nullable Long pull) {
		return new Message(this.origin, null, this.address, new Batch(this.mark, this.mark, List.of()), this.mark, pull,
				false);
	}

	Message saysGoodbye() {
		return new Message(this.origin, null, this.address, new Batch(this.mark, this.mark, List.of()), this.mark, null,
				true);
	}

}
