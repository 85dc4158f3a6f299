package io.perfstarter.sample.fanout;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Messages that each are wrong in one way, chosen at random. But for that, each would
 * evict all tickets.
 */
final class Fuzz {

	private static final int BLOCK = 64 * 1024;

	private static final int ENDLESS = 32 * 1024 * 1024;

	private static final int SLOW_BYTES = 80;

	private static final String EVENT = "{\"cache\":\"tickets\",\"scope\":\"all\"}";

	private static final String TYPE = "Content-Type";

	private static final String TIME = "X-Perf-Starter-Time";

	private static final String NONCE = "X-Perf-Starter-Nonce";

	private final Random random;

	private final String path;

	private final String recipient;

	private final String message;

	/**
	 * Creates a fuzz.
	 * @param seed the seed of all choices
	 * @param path the path of the endpoint
	 * @param port a port of the instance
	 */
	Fuzz(long seed, String path, int port) {
		this.random = new Random(seed);
		this.path = path;
		this.recipient = "http://127.0.0.1:%d%s".formatted(port, path);
		this.message = message(EVENT);
	}

	private String message(String events) {
		return "{\"origin\":\"fuzz\",\"recipient\":\"%s\",\"batch\":{\"after\":0,\"upTo\":1,\"events\":[%s]},\"mark\":1,\"leaving\":1}"
			.formatted(this.recipient, events);
	}

	/**
	 * A message with nothing wrong.
	 * @return the message
	 */
	Attack valid() {
		return sending(signed(this.message));
	}

	/**
	 * One message of each kind.
	 * @return the messages by their kind
	 */
	Map<String, Attack> round() {
		byte[] valid = bytes(this.message);
		SignedRequest malformed = signed("{");
		Map<String, Attack> attacks = new LinkedHashMap<>();
		attacks.put("bit flipped", sending(signed(this.message), flipped(valid)));
		attacks.put("bit flipped, chunked", (out) -> out
			.write(http("POST", headers(signed(this.message)), "Transfer-Encoding: chunked", chunks(flipped(valid)))));
		attacks.put("header changed", sending(withHeader(signedHeader(), Integer.toString(below(1_000)))));
		attacks.put("header missing", sending(withHeader(signedHeader(), "")));
		attacks.put("other path", sending(SignedRequest.of("/other", now(), nonce(), valid)));
		attacks.put("clock", sending(SignedRequest.of(this.path, now() + skew(), nonce(), valid)));
		attacks.put("malformed", sending(malformed));
		attacks.put("replayed", sending(malformed));
		attacks.put("nonce of another message",
				sending(SignedRequest.of(this.path, now(), malformed.headers().get(NONCE), valid)));
		attacks.put("recipient", sending(signed(this.message.replace(this.recipient, "http://127.0.0.1:1/x"))));
		attacks.put("truncated", sending(signed(this.message.substring(0, below(valid.length)))));
		attacks.put("nonsense", sending(SignedRequest.of(this.path, now(), nonce(), randomBytes())));
		attacks.put("nested", sending(signed("[".repeat(10 + below(50_000)))));
		attacks.put("number", sending(signed(this.message.replace("\"mark\":1", "\"mark\":" + number()))));
		attacks.put("last event wrong", sending(signed(message((EVENT + ",").repeat(below(1_000)) + "{}"))));
		attacks.put("too long", sending(signed(message((EVENT + ",").repeat(2_000) + EVENT))));
		attacks.put("method", (out) -> out.write(http("PUT", headers(signed(this.message)), length(valid), valid)));
		attacks.put("type", sending(withHeader(TYPE, "text/plain")));
		attacks.put("body ends early",
				sending(signed(this.message), Arrays.copyOf(valid, below(valid.length)), length(valid)));
		attacks.put("no length", sending(signed(this.message), valid, "X: x"));
		attacks.put("chunk size", sending(signed(this.message), bytes(chunkSize() + "\r\n" + this.message),
				"Transfer-Encoding: chunked"));
		attacks.put("not HTTP", (out) -> out.write(randomBytes()));
		return attacks;
	}

	/**
	 * Messages whose bodies have no end, or take their time.
	 * @return the messages by their kind
	 */
	Map<String, Attack> slow() {
		SignedRequest message = signed(this.message);
		return Map.of("endless", (out) -> {
			out.write(http("POST", headers(message), "Content-Length: 9999999999", message.body()));
			for (int sent = 0; sent < ENDLESS; sent += BLOCK) {
				out.write(new byte[BLOCK]);
			}
		}, "endless, chunked", (out) -> {
			out.write(http("POST", headers(message), "Transfer-Encoding: chunked", new byte[0]));
			for (int sent = 0; sent < ENDLESS; sent += BLOCK) {
				out.write(concat(bytes("10000\r\n"), new byte[BLOCK], bytes("\r\n")));
			}
		}, "trickling", (out) -> {
			out.write(http("POST", headers(message), "Content-Length: " + SLOW_BYTES, new byte[0]));
			for (int i = 0; i < SLOW_BYTES; i++) {
				TimeUnit.MILLISECONDS.sleep(100);
				out.write(' ');
			}
		});
	}

	private SignedRequest signed(String body) {
		return SignedRequest.of(this.path, now(), nonce(), bytes(body));
	}

	private static long now() {
		return System.currentTimeMillis();
	}

	private String nonce() {
		return "nonce-" + this.random.nextLong();
	}

	private int below(int bound) {
		return this.random.nextInt(bound);
	}

	private <T> T oneOf(List<T> choices) {
		return choices.get(below(choices.size()));
	}

	private long skew() {
		return oneOf(List.of(-1, 1)) * (40_000L + below(100_000));
	}

	private String number() {
		return oneOf(List.of("-1", "0", "0.5", "1e3", "9".repeat(30), "null", "\"1\"", "[1]", "NaN"));
	}

	private String chunkSize() {
		return oneOf(List.of("", "z", "-1", "7", "ffffffffffffffffff"));
	}

	private String signedHeader() {
		return oneOf(List.of(TIME, NONCE, SignedRequest.SIGNATURE));
	}

	private byte[] flipped(byte[] bytes) {
		byte[] flipped = bytes.clone();
		flipped[below(bytes.length)] ^= (byte) (1 << below(8));
		return flipped;
	}

	private byte[] randomBytes() {
		byte[] bytes = new byte[1 + below(2_000)];
		this.random.nextBytes(bytes);
		return bytes;
	}

	private SignedRequest withHeader(String name, String value) {
		SignedRequest signed = signed(this.message);
		Map<String, String> headers = new HashMap<>(signed.headers());
		headers.put(name, value);
		return new SignedRequest(this.path, headers, signed.body());
	}

	private Attack sending(SignedRequest request) {
		return sending(request, request.body());
	}

	private Attack sending(SignedRequest request, byte[] body) {
		return sending(request, body, length(body));
	}

	private Attack sending(SignedRequest request, byte[] body, String framing) {
		return (out) -> out.write(http("POST", headers(request), framing, body));
	}

	private static String headers(SignedRequest request) {
		StringBuilder headers = new StringBuilder();
		request.headers().forEach((name, value) -> {
			if (!value.isEmpty()) {
				headers.append(name).append(": ").append(value).append("\r\n");
			}
		});
		return headers.toString();
	}

	private static String length(byte[] body) {
		return "Content-Length: " + body.length;
	}

	private byte[] http(String method, String headers, String framing, byte[] body) {
		return concat(bytes("%s %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s%s\r\n\r\n".formatted(method,
				this.path, headers, framing)), body);
	}

	private static byte[] chunks(byte[] body) {
		return concat(bytes("%x\r\n".formatted(body.length)), body, bytes("\r\n0\r\n\r\n"));
	}

	private static byte[] concat(byte[]... parts) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		for (byte[] part : parts) {
			bytes.writeBytes(part);
		}
		return bytes.toByteArray();
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Writes the bytes of a message to a connection.
	 */
	@FunctionalInterface
	interface Attack {

		void send(OutputStream out) throws IOException, InterruptedException;

	}

}
