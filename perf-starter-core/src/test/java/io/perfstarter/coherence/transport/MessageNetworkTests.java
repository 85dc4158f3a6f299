package io.perfstarter.coherence.transport;

import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.MessageOutcome;
import io.perfstarter.coherence.protocol.PendingAges;
import io.perfstarter.coherence.transport.MessageCodec.MalformedMessageException;
import io.perfstarter.peer.PeerAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the outcomes of {@link MessageCodec}. The exchange of messages is tested with
 * the fan-out.
 */
class MessageNetworkTests {

	private static final Answer APPLIED = new Answer(MessageOutcome.APPLIED, "peer", 0, 0, PendingAges.NONE, null);

	private final MessageCodec codec = new MessageCodec();

	@ParameterizedTest
	@CsvSource({ "200, APPLIED", "422, APPLIED", "401, UNAUTHORIZED", "403, UNAUTHORIZED", "404, ABSENT",
			"409, REFUSED", "421, MISDIRECTED", "429, REFUSED", "302, REFUSED", "500, UNREACHABLE",
			"503, UNREACHABLE" })
	void statusTellsTheOutcome(int status, MessageOutcome outcome) {
		Answer answer = this.codec.answer(new PeerAnswer(status, this.codec.encode(APPLIED)));
		assertFails(answer, status, outcome);
	}

	private static void assertFails(Answer answer, int status, MessageOutcome outcome) {
		if (outcome == MessageOutcome.APPLIED) {
			assertThat(answer).isEqualTo(APPLIED);
		}
		else {
			assertThat(answer).isEqualTo(Answer.of(outcome, answer.failure()));
			assertThat(answer.failure()).hasMessage("HTTP status " + status);
		}
	}

	@ParameterizedTest
	@CsvSource({ "200, FORGED", "422, FORGED", "404, ABSENT" })
	void answerWithoutAValidSignatureIsForged(int status, MessageOutcome outcome) {
		assertFails(this.codec.answer(new PeerAnswer(status, null)), status, outcome);
	}

	@Test
	void genuineAnswerThatIsMalformedFails() {
		assertThatExceptionOfType(MalformedMessageException.class)
			.isThrownBy(() -> this.codec.answer(new PeerAnswer(200, "{}".getBytes())));
	}

}
