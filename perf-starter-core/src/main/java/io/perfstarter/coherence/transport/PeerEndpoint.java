package io.perfstarter.coherence.transport;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

import io.perfstarter.coherence.protocol.Answer;
import io.perfstarter.coherence.protocol.CoherenceNode;
import io.perfstarter.coherence.protocol.Outcome;
import io.perfstarter.coherence.protocol.RecentIds;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Answers the messages of peers, whatever carries them: first the cheap checks, then the
 * signature, and only what is genuine is remembered, read and done.
 */
public final class PeerEndpoint {

	/**
	 * Where each instance listens, below its context path.
	 */
	public static final String PATH = "/perf-starter/coherence/v1/events";

	static final String CONTENT_TYPE = "application/json";

	static final int NONCES = 250_000;

	static final Duration MAX_SKEW = Duration.ofSeconds(30);

	private static final Log logger = LogFactory.getLog(PeerEndpoint.class);

	private final String path;

	private final CoherenceNode node;

	private final MessageCodec codec;

	private final MessageSigner signer;

	private final LongSupplier clock;

	private final Consumer<Refusal> refusals;

	private final RecentIds nonces;

	/**
	 * Creates an endpoint.
	 * @param path where it is
	 * @param node what answers genuine messages
	 * @param codec reads messages and writes answers
	 * @param signer tells genuine messages and signs answers
	 * @param clock the time of day in milliseconds
	 * @param refusals is told of each message that is turned away
	 */
	public PeerEndpoint(String path, CoherenceNode node, MessageCodec codec, MessageSigner signer, LongSupplier clock,
			Consumer<Refusal> refusals) {
		this(path, node, codec, signer, clock, refusals, NONCES);
	}

	PeerEndpoint(String path, CoherenceNode node, MessageCodec codec, MessageSigner signer, LongSupplier clock,
			Consumer<Refusal> refusals, int nonces) {
		this.path = path;
		this.node = node;
		this.codec = codec;
		this.signer = signer;
		this.clock = clock;
		this.refusals = refusals;
		// A message may be dated one skew ahead and stays genuine for one skew after
		// that.
		this.nonces = new RecentIds(nonces, MAX_SKEW.multipliedBy(2), clock);
	}

	/**
	 * Answers a message.
	 * @param method the HTTP method
	 * @param headers gives the value of a header
	 * @param body the body, or the first {@link MessageCodec#MAX_BODY} bytes of it and at
	 * least one more
	 * @return the answer
	 */
	Response handle(String method, Function<String, @Nullable String> headers, byte[] body) {
		Refusal refusal = refusalBeforeReading(method, headers.apply("Content-Type"), body);
		if (refusal != null) {
			return refuse(refusal);
		}
		String time = headers.apply(Headers.TIME);
		String nonce = headers.apply(Headers.NONCE);
		String signature = headers.apply(Headers.SIGNATURE);
		if (time == null || nonce == null || signature == null
				|| !MessageSigner.same(this.signer.signMessage(method, this.path, time, nonce, body), signature)) {
			return refuse(Refusal.SIGNATURE);
		}
		if (!isNow(time)) {
			return refuse(Refusal.CLOCK);
		}
		return switch (this.nonces.add(nonce)) {
			case KNOWN -> refuse(Refusal.REPLAY);
			case FULL -> refuse(Refusal.LOAD);
			case ADDED -> receive(nonce, body);
		};
	}

	private static @Nullable Refusal refusalBeforeReading(String method, @Nullable String type, byte[] body) {
		if (!"POST".equals(method)) {
			return Refusal.METHOD;
		}
		if (type == null || !type.toLowerCase(Locale.ROOT).split(";", 2)[0].trim().equals(CONTENT_TYPE)) {
			return Refusal.TYPE;
		}
		return (body.length > MessageCodec.MAX_BODY) ? Refusal.SIZE : null;
	}

	private boolean isNow(String time) {
		try {
			long skew = Math.subtractExact(this.clock.getAsLong(), Long.parseLong(time));
			return Math.abs(skew) <= MAX_SKEW.toMillis();
		}
		catch (NumberFormatException | ArithmeticException ex) {
			return false;
		}
	}

	private Response receive(String nonce, byte[] body) {
		try {
			Answer answer = this.node.receive(this.codec.decodeMessage(body));
			byte[] answerBody = this.codec.encode(answer);
			if (answer.outcome() == Outcome.UNKNOWN_CACHE) {
				this.refusals.accept(Refusal.UNKNOWN_CACHE);
				return signed(nonce, Refusal.UNKNOWN_CACHE.status(), answerBody);
			}
			return signed(nonce, 200, answerBody);
		}
		catch (MalformedMessageException ex) {
			return refuse(Refusal.MALFORMED);
		}
		catch (RuntimeException ex) {
			logger.warn("What a peer says is gone could not be evicted (%s)".formatted(ex.getClass().getName()));
			logger.debug("Eviction failed", ex);
			return refuse(Refusal.FAILURE);
		}
	}

	private Response signed(String nonce, int status, byte[] body) {
		Map<String, String> headers = new LinkedHashMap<>();
		headers.put("Content-Type", CONTENT_TYPE);
		headers.put(Headers.SIGNATURE, this.signer.signAnswer(nonce, status, body));
		return new Response(status, headers, body);
	}

	private Response refuse(Refusal refusal) {
		this.refusals.accept(refusal);
		return new Response(refusal.status(), (refusal == Refusal.METHOD) ? Map.of("Allow", "POST") : Map.of(),
				new byte[0]);
	}

	/**
	 * What goes back to the sender.
	 */
	record Response(int status, Map<String, String> headers, byte[] body) {
	}

}
