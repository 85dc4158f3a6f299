package io.perfstarter.coherence.transport;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;

import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.MessageOutcome;
import io.perfstarter.coherence.protocol.PendingAges;
import io.perfstarter.peer.MessageSigner;
import io.perfstarter.peer.PeerAnswer;
import io.perfstarter.peer.PeerClient;
import io.perfstarter.support.DaemonThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link HttpPeerNetwork}. The exchange over HTTP is tested with the fan-out.
 */
class HttpPeerNetworkTests {

	private static final Answer APPLIED = new Answer(MessageOutcome.APPLIED, "peer", 0, 0, PendingAges.NONE, null);

	private final MessageCodec codec = new MessageCodec();

	private final ScheduledExecutorService timer = DaemonThreads.timer("test-timer");

	private final HttpPeerNetwork network = new HttpPeerNetwork(this.codec,
			new PeerClient(new MessageSigner("a secret of thirty-two characters"), () -> 0, Duration.ofSeconds(1),
					Duration.ofSeconds(1), null, this.timer, "test"));

	@AfterEach
	void close() {
		this.network.close();
		this.timer.shutdownNow();
	}

	@ParameterizedTest
	@CsvSource({ "200, APPLIED", "422, APPLIED", "401, UNAUTHORIZED", "403, UNAUTHORIZED", "404, ABSENT",
			"409, REFUSED", "421, MISDIRECTED", "429, REFUSED", "302, REFUSED", "500, UNREACHABLE",
			"503, UNREACHABLE" })
	void statusTellsTheOutcome(int status, MessageOutcome outcome) {
		Answer answer = this.network.answer(new PeerAnswer(status, this.codec.encode(APPLIED)));
		assertThat(answer).isEqualTo((outcome == MessageOutcome.APPLIED) ? APPLIED : Answer.of(outcome));
	}

	@ParameterizedTest
	@CsvSource({ "200, FORGED", "422, FORGED", "404, ABSENT" })
	void answerWithoutAValidSignatureIsForged(int status, MessageOutcome outcome) {
		assertThat(this.network.answer(new PeerAnswer(status, null))).isEqualTo(Answer.of(outcome));
	}

	@Test
	void genuineAnswerThatIsMalformedFails() {
		assertThatExceptionOfType(MalformedMessageException.class)
			.isThrownBy(() -> this.network.answer(new PeerAnswer(200, "{}".getBytes())));
	}

}
