package io.perfstarter.peer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;

import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs messages and responses with the shared secret, and verifies signatures. The
 * signature of a response includes the nonce of its message, so that it is not valid for
 * another one.
 */
final class MessageSigner {

	private static final String ALGORITHM = "HmacSHA256";

	private final SecretKey key;

	/**
	 * Creates a signer.
	 * @param secret the shared secret of the instances
	 */
	MessageSigner(String secret) {
		this.key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
	}

	String signMessage(String method, String path, String time, String nonce, byte[] body) {
		return sign(bytes("perf-starter coherence message 1"), bytes(method), bytes(path), bytes(time), bytes(nonce),
				body);
	}

	String signAnswer(String nonce, int status, byte[] body) {
		return sign(bytes("perf-starter coherence answer 1"), bytes(nonce), bytes(Integer.toString(status)), body);
	}

	static boolean same(String expected, String actual) {
		return MessageDigest.isEqual(bytes(expected), bytes(actual));
	}

	private String sign(byte[]... parts) {
		try {
			Mac mac = Mac.getInstance(ALGORITHM);
			mac.init(this.key);
			for (byte[] part : parts) {
				// Each part is preceded by its length, so that different lists of parts
				// never produce the same bytes.
				mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
				mac.update(part);
			}
			return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal());
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("No " + ALGORITHM + " in this Java runtime", ex);
		}
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
