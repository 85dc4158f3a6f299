package io.perfstarter.coherence.transport;

import java.net.URI;
import java.util.concurrent.CompletionStage;

import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.Message;
import io.perfstarter.coherence.protocol.MessageOutcome;
import io.perfstarter.coherence.protocol.PeerNetwork;
import io.perfstarter.peer.PeerAnswer;
import io.perfstarter.peer.PeerClient;

/**
 * Sends encoded messages with a {@link PeerClient}. Thread-safe.
 */
public final class HttpPeerNetwork implements PeerNetwork, AutoCloseable {

	private final MessageCodec codec;

	private final PeerClient client;

	/**
	 * Creates a network.
	 * @param codec encodes messages and decodes answers
	 * @param client sends messages; it is closed with the network
	 */
	public HttpPeerNetwork(MessageCodec codec, PeerClient client) {
		this.codec = codec;
		this.client = client;
	}

	@Override
	public CompletionStage<Answer> send(URI address, Message message) {
		return this.client.send(address, this.codec.encode(message)).thenApply(this::answer);
	}

	Answer answer(PeerAnswer answer) {
		byte[] body = answer.body();
		return switch (answer.status()) {
			case 200, 422 -> (body != null) ? this.codec.decodeAnswer(body) : Answer.of(MessageOutcome.FORGED);
			case 401, 403 -> Answer.of(MessageOutcome.UNAUTHORIZED);
			case 404 -> Answer.of(MessageOutcome.ABSENT);
			case 421 -> Answer.of(MessageOutcome.MISDIRECTED);
			default -> Answer.of((answer.status() >= 500) ? MessageOutcome.UNREACHABLE : MessageOutcome.REFUSED);
		};
	}

	@Override
	public void close() {
		this.client.close();
	}

}
