package io.perfstarter.coherence.transport;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.Batch;
import io.perfstarter.coherence.protocol.CoherenceListener;
import io.perfstarter.coherence.protocol.CoherenceNode;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.Message;
import io.perfstarter.coherence.protocol.MessageOutcome;
import io.perfstarter.coherence.protocol.PendingAges;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.coherence.protocol.ProtocolTimings;
import io.perfstarter.coherence.protocol.RecordingCopies;
import io.perfstarter.coherence.protocol.Surroundings;
import io.perfstarter.peer.PeerAnswer;
import io.perfstarter.peer.Refusal;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the handler of {@link MessageCodec}.
 */
class MessageHandlerTests {

	private final MessageCodec codec = new MessageCodec();

	private final List<Refusal> refusals = new ArrayList<>();

	private final RecordingCopies copies = new RecordingCopies("tickets");

	private final FreshnessWatermark watermark = new FreshnessWatermark(Duration.ofSeconds(15), System::nanoTime);

	private final CoherenceNode node = new CoherenceNode("me",
			new ProtocolTimings(Duration.ofSeconds(15), Duration.ofSeconds(60)),
			new LocalSide(this.copies, this.watermark, new PendingCommits(() -> 0, this.watermark)),
			(address, message) -> new CompletableFuture<Answer>(), this.codec, new Surroundings((delay, task) -> {
			}, System::nanoTime, new Random(1)), Set::of, new CoherenceListener() {
			});

	private final Function<byte[], PeerAnswer> handler = this.codec.handler(this.node, this.refusals::add);

	private PeerAnswer handle(Event... events) {
		return this.handler.apply(
				this.codec.encode(new Message("peer", null, null, new Batch(0, 1, List.of(events)), 1, null, false)));
	}

	private Answer decoded(PeerAnswer answer) {
		return this.codec.decodeAnswer(answer.body());
	}

	@Test
	void messageIsAppliedOnce() {
		PeerAnswer answer = handle(Event.keys("tickets", List.of(1)));
		assertThat(answer.status()).isEqualTo(200);
		assertThat(decoded(answer)).isEqualTo(new Answer(MessageOutcome.APPLIED, "me", 0, 0, PendingAges.NONE, null));
		assertThat(decoded(handle(Event.keys("tickets", List.of(1)))).outcome()).isEqualTo(MessageOutcome.DUPLICATE);
		assertThat(this.copies.evicted).containsExactly(Event.keys("tickets", List.of(1)));
		assertThat(this.refusals).isEmpty();
	}

	@Test
	void malformedMessageIsRefused() {
		PeerAnswer answer = this.handler.apply("{}".getBytes(StandardCharsets.UTF_8));
		assertThat(answer).isEqualTo(new PeerAnswer(400, null));
		assertThat(this.refusals).containsExactly(Refusal.MALFORMED);
	}

	@Test
	void unknownCacheIsRefusedAndTheOthersAreEvicted() {
		PeerAnswer answer = handle(Event.all("unknown"), Event.all("tickets"));
		assertThat(answer.status()).isEqualTo(422);
		assertThat(decoded(answer).outcome()).isEqualTo(MessageOutcome.UNKNOWN_CACHE);
		assertThat(this.copies.evicted).containsExactly(Event.all("tickets"));
		assertThat(this.refusals).containsExactly(Refusal.UNKNOWN_CACHE);
	}

	@Test
	void failureToEvictIsNoFaultOfThePeer() {
		this.copies.failure = new IllegalStateException("failing");
		PeerAnswer answer = handle(Event.all("tickets"));
		assertThat(answer.status()).isEqualTo(200);
		assertThat(decoded(answer).outcome()).isEqualTo(MessageOutcome.APPLIED);
	}

}
