package io.perfstarter.coherence.transport;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CompletionStage;

import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.Message;
import io.perfstarter.coherence.protocol.MessageOutcome;
import io.perfstarter.coherence.protocol.PeerNetwork;
import io.perfstarter.peer.PeerAnswer;
import io.perfstarter.peer.PeerSender;

/**
 * Encodes messages for a {@link PeerSender}, and decodes the answers. Thread-safe.
 */
public final class MessageNetwork implements PeerNetwork {

	private final MessageCodec codec;

	private final PeerSender sender;

	/**
	 * Creates a network.
	 * @param codec encodes messages and decodes answers
	 * @param sender sends messages; the caller closes it
	 */
	public MessageNetwork(MessageCodec codec, PeerSender sender) {
		this.codec = codec;
		this.sender = sender;
	}

	@Override
	public CompletionStage<Answer> send(URI address, Message message) {
		return this.sender.send(address, () -> this.codec.encode(message)).thenApply(this::answer);
	}

	Answer answer(PeerAnswer answer) {
		byte[] body = answer.body();
		int status = answer.status();
		MessageOutcome outcome = switch (status) {
			case 200, 422 -> MessageOutcome.FORGED;
			case 401, 403 -> MessageOutcome.UNAUTHORIZED;
			case 404 -> MessageOutcome.ABSENT;
			case 421 -> MessageOutcome.MISDIRECTED;
			default -> (status >= 500) ? MessageOutcome.UNREACHABLE : MessageOutcome.REFUSED;
		};
		return (outcome == MessageOutcome.FORGED && body != null) ? this.codec.decodeAnswer(body)
				: Answer.of(outcome, new IOException("HTTP status " + status));
	}

}
