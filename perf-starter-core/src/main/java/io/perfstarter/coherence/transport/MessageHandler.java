package io.perfstarter.coherence.transport;

import java.util.function.Consumer;
import java.util.function.Function;

import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.CoherenceNode;
import io.perfstarter.coherence.protocol.MessageOutcome;
import io.perfstarter.peer.PeerAnswer;
import io.perfstarter.peer.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the messages of peers, passes them to the node, and encodes its answers.
 * Thread-safe.
 */
public final class MessageHandler implements Function<byte[], PeerAnswer> {

	private final CoherenceNode node;

	private final MessageCodec codec;

	private final Consumer<Refusal> refusals;

	/**
	 * Creates a handler.
	 * @param node processes messages
	 * @param codec decodes messages and encodes answers
	 * @param refusals receives the reason of each rejected message
	 */
	public MessageHandler(CoherenceNode node, MessageCodec codec, Consumer<Refusal> refusals) {
		this.node = node;
		this.codec = codec;
		this.refusals = refusals;
	}

	@Override
	public PeerAnswer apply(byte[] body) {
		try {
			Answer answer = this.node.receive(this.codec.decodeMessage(body));
			if (answer.outcome() == MessageOutcome.MISDIRECTED) {
				return refuse(Refusal.MISDIRECTED, null);
			}
			byte[] encoded = this.codec.encode(answer);
			return (answer.outcome() == MessageOutcome.UNKNOWN_CACHE) ? refuse(Refusal.UNKNOWN_CACHE, encoded)
					: new PeerAnswer(200, encoded);
		}
		catch (MessageCodec.MalformedMessageException ex) {
			return refuse(Refusal.MALFORMED, null);
		}
	}

	private PeerAnswer refuse(Refusal refusal, byte @Nullable [] body) {
		this.refusals.accept(refusal);
		return new PeerAnswer(refusal.status(), body);
	}

}
