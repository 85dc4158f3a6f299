package io.perfstarter.coherence.transport;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.Batch;
import io.perfstarter.coherence.protocol.CoherenceListener;
import io.perfstarter.coherence.protocol.CoherenceNode;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalCopies;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.Message;
import io.perfstarter.coherence.protocol.MessageOutcome;
import io.perfstarter.coherence.protocol.PendingAges;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.coherence.protocol.ProtocolTimings;
import io.perfstarter.coherence.protocol.Surroundings;
import io.perfstarter.peer.PeerAnswer;
import io.perfstarter.peer.Refusal;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link MessageHandler}.
 */
class MessageHandlerTests {

	private final MessageCodec codec = new MessageCodec();

	private final List<Refusal> refusals = new ArrayList<>();

	private final List<Event> evicted = new ArrayList<>();

	private final CoherenceNode node = new CoherenceNode("me",
			new ProtocolTimings(Duration.ofSeconds(15), Duration.ofSeconds(60)),
			new LocalSide(new Copies(), new FreshnessWatermark(Duration.ofSeconds(15), System::nanoTime),
					new PendingCommits(() -> 0)),
			new Surroundings((address, message) -> new CompletableFuture<Answer>(), this.codec, (delay, task) -> {
			}, System::nanoTime, new Random(1)), Set::of, new CoherenceListener() {
			});

	private final MessageHandler handler = new MessageHandler(this.node, this.codec, this.refusals::add);

	private PeerAnswer handle(String origin, long after, long upTo, Long pull, Event... events) {
		return this.handler.apply(this.codec
			.encode(new Message(origin, null, null, new Batch(after, upTo, List.of(events)), upTo, pull, false)));
	}

	private Answer decoded(PeerAnswer answer) {
		return this.codec.decodeAnswer(answer.body());
	}

	@Test
	void messageIsAppliedOnce() {
		PeerAnswer answer = handle("peer", 0, 1, null, Event.keys("tickets", List.of(1)));
		assertThat(answer.status()).isEqualTo(200);
		assertThat(decoded(answer)).isEqualTo(new Answer(MessageOutcome.APPLIED, "me", 0, 0, PendingAges.NONE, null));
		assertThat(decoded(handle("peer", 0, 1, null, Event.keys("tickets", List.of(1)))).outcome())
			.isEqualTo(MessageOutcome.DUPLICATE);
		assertThat(this.evicted).containsExactly(Event.keys("tickets", List.of(1)));
		assertThat(this.refusals).isEmpty();
	}

	@Test
	void ownMessageIsAnsweredWithOurId() {
		PeerAnswer answer = handle("me", 0, 1, null, Event.all("tickets"));
		assertThat(answer.status()).isEqualTo(200);
		assertThat(decoded(answer)).isEqualTo(new Answer(MessageOutcome.SELF, "me", 0, 0, PendingAges.NONE, null));
		assertThat(this.evicted).isEmpty();
	}

	@Test
	void answerBringsWhatWasAskedFor() {
		this.node.publish(List.of(Event.all("tickets")));
		this.node.publish(List.of(Event.keys("zones", List.of(1L))));
		assertThat(decoded(handle("peer", 0, 0, 1L))).isEqualTo(new Answer(MessageOutcome.APPLIED, "me", 0, 2,
				PendingAges.NONE, new Batch(1, 2, List.of(Event.keys("zones", List.of(1L))))));
	}

	@Test
	void malformedMessageIsRefused() {
		PeerAnswer answer = this.handler.apply("{}".getBytes(StandardCharsets.UTF_8));
		assertThat(answer).isEqualTo(new PeerAnswer(400, null));
		assertThat(this.refusals).containsExactly(Refusal.MALFORMED);
	}

	@Test
	void unknownCacheIsRefusedAndTheOthersAreEvicted() {
		PeerAnswer answer = handle("peer", 0, 1, null, Event.all("unknown"), Event.all("tickets"));
		assertThat(answer.status()).isEqualTo(422);
		assertThat(decoded(answer).outcome()).isEqualTo(MessageOutcome.UNKNOWN_CACHE);
		assertThat(this.evicted).containsExactly(Event.all("tickets"));
		assertThat(this.refusals).containsExactly(Refusal.UNKNOWN_CACHE);
	}

	@Test
	void failureToEvictIsThrown() {
		assertThatIllegalStateException().isThrownBy(() -> handle("peer", 0, 1, null, Event.all("failing")));
	}

	private final class Copies implements LocalCopies {

		@Override
		public boolean knows(String cache) {
			return !cache.equals("unknown");
		}

		@Override
		public void evict(List<Event> events) {
			if (events.stream().anyMatch((event) -> event.cache().equals("failing"))) {
				throw new IllegalStateException("failing");
			}
			events.stream().filter((event) -> knows(event.cache())).forEach(MessageHandlerTests.this.evicted::add);
		}

		@Override
		public void withhold(List<Event> events) {
		}

		@Override
		public void release(List<Event> events) {
		}

	}

}
