package io.perfstarter.peer;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;

import io.perfstarter.support.Signer;

/**
 * Signs messages and responses with the shared secret, and verifies signatures. The
 * signature of a response includes the nonce of its message, so that the response is not
 * valid for another message.
 */
final class MessageSigner {

	static final String TIME = "X-Perf-Starter-Time";

	static final String NONCE = "X-Perf-Starter-Nonce";

	static final String SIGNATURE = "X-Perf-Starter-Signature";

	private final Signer signer;

	/**
	 * Creates a signer.
	 * @param secret the shared secret of the instances
	 */
	MessageSigner(String secret) {
		this.signer = new Signer(secret);
	}

	String signMessage(String method, String path, String time, String nonce, byte[] body) {
		return sign("perf-starter coherence message 2", bytes(method), bytes(path), bytes(time), bytes(nonce), body);
	}

	String signAnswer(String nonce, int status, byte[] body) {
		return sign("perf-starter coherence answer 2", bytes(nonce), bytes(Integer.toString(status)), body);
	}

	static boolean same(String expected, String actual) {
		return MessageDigest.isEqual(bytes(expected), bytes(actual));
	}

	private String sign(String purpose, byte[]... parts) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(this.signer.sign(purpose, parts));
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
