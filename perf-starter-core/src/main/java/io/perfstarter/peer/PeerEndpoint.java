package io.perfstarter.peer;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Processes the messages of peers, independently of the web framework: first the cheap
 * checks, then the signature. Records and handles only messages with a valid signature.
 * Thread-safe.
 */
public final class PeerEndpoint {

	static final String CONTENT_TYPE = "application/json";

	static final int NONCES = 250_000;

	static final Duration MAX_SKEW = Duration.ofSeconds(30);

	private static final Log logger = LogFactory.getLog(PeerEndpoint.class);

	private final String path;

	private final Function<byte[], PeerAnswer> handler;

	private final MessageSigner signer;

	private final LongSupplier clock;

	private final Consumer<Refusal> refusals;

	private final RecentIds nonces;

	/**
	 * Creates an endpoint.
	 * @param path the path of the endpoint
	 * @param handler processes messages with a valid signature
	 * @param signer verifies messages and signs answers
	 * @param clock the wall-clock time in milliseconds
	 * @param refusals receives the reason of each rejected message
	 * @param nonces the number of messages that are remembered to detect replays
	 */
	PeerEndpoint(String path, Function<byte[], PeerAnswer> handler, MessageSigner signer, LongSupplier clock,
			Consumer<Refusal> refusals, int nonces) {
		this.path = path;
		this.handler = handler;
		this.signer = signer;
		this.clock = clock;
		this.refusals = refusals;
		// The date of a message may be one clock skew ahead. The message stays valid for
		// one skew after its date.
		this.nonces = new RecentIds(nonces, MAX_SKEW.multipliedBy(2), clock);
	}

	/**
	 * Processes a message.
	 * @param method the HTTP method
	 * @param headers returns the value of a header
	 * @param body the body, or the first {@link PeerTransport#MAX_BODY} bytes of it and
	 * at least one more
	 * @return the response
	 */
	Response handle(String method, Function<String, @Nullable String> headers, byte[] body) {
		Refusal refusal = refusalBeforeReading(method, headers.apply("Content-Type"), body);
		if (refusal != null) {
			return refuse(refusal);
		}
		String time = headers.apply(MessageSigner.TIME);
		String nonce = headers.apply(MessageSigner.NONCE);
		String signature = headers.apply(MessageSigner.SIGNATURE);
		if (time == null || nonce == null || signature == null
				|| !MessageSigner.same(this.signer.signMessage(method, this.path, time, nonce, body), signature)) {
			return refuse(Refusal.SIGNATURE);
		}
		if (!isNow(time)) {
			return refuse(Refusal.CLOCK);
		}
		Refusal repeated = this.nonces.add(nonce);
		return (repeated != null) ? refuse(repeated) : receive(nonce, body);
	}

	private static @Nullable Refusal refusalBeforeReading(String method, @Nullable String type, byte[] body) {
		if (!"POST".equals(method)) {
			return Refusal.METHOD;
		}
		if (type == null || !type.toLowerCase(Locale.ROOT).split(";", 2)[0].trim().equals(CONTENT_TYPE)) {
			return Refusal.TYPE;
		}
		return (body.length > PeerTransport.MAX_BODY) ? Refusal.SIZE : null;
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
			PeerAnswer answer = this.handler.apply(body);
			byte[] signed = answer.body();
			return (signed != null) ? signed(nonce, answer.status(), signed)
					: new Response(answer.status(), Map.of(), new byte[0]);
		}
		catch (RuntimeException ex) {
			logger.warn("Could not process a message of a peer (%s)".formatted(ex.getClass().getName()));
			logger.debug("The message failed", ex);
			return refuse(Refusal.FAILURE);
		}
	}

	private Response signed(String nonce, int status, byte[] body) {
		Map<String, String> headers = new LinkedHashMap<>();
		headers.put("Content-Type", CONTENT_TYPE);
		headers.put(MessageSigner.SIGNATURE, this.signer.signAnswer(nonce, status, body));
		return new Response(status, headers, body);
	}

	private Response refuse(Refusal refusal) {
		this.refusals.accept(refusal);
		return new Response(refusal.status(), (refusal == Refusal.METHOD) ? Map.of("Allow", "POST") : Map.of(),
				new byte[0]);
	}

	/**
	 * The HTTP response to the sender.
	 */
	record Response(int status, Map<String, String> headers, byte[] body) {
	}

	/**
	 * Stores ids for a limited time. A full set rejects new ids; it discards no id early.
	 * Thread-safe.
	 */
	static final class RecentIds {

		private final int capacity;

		private final long windowMillis;

		private final LongSupplier clock;

		// Oldest first. Guarded by this.
		private final Map<String, Long> seenAt = new LinkedHashMap<>();

		/**
		 * Creates an empty set.
		 * @param capacity the maximum number of ids
		 * @param window the time for which an id is stored
		 * @param clock the current time in milliseconds
		 */
		RecentIds(int capacity, Duration window, LongSupplier clock) {
			this.capacity = capacity;
			this.windowMillis = window.toMillis();
			this.clock = clock;
		}

		/**
		 * Adds an id.
		 * @param id the id
		 * @return why it is rejected, {@code null} if it was added
		 */
		synchronized @Nullable Refusal add(String id) {
			long now = this.clock.getAsLong();
			forgetBefore(now - this.windowMillis);
			if (this.seenAt.containsKey(id)) {
				return Refusal.REPLAY;
			}
			if (this.seenAt.size() >= this.capacity) {
				return Refusal.LOAD;
			}
			this.seenAt.put(id, now);
			return null;
		}

		private void forgetBefore(long oldest) {
			Iterator<Long> times = this.seenAt.values().iterator();
			while (times.hasNext() && times.next() < oldest) {
				times.remove();
			}
		}

	}

}
