package io.perfstarter.support;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;

import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs with the secret that all instances of a service share. Thread-safe.
 */
public final class Signer {

	private static final String ALGORITHM = "HmacSHA256";

	private final SecretKey key;

	/**
	 * Creates a signer.
	 * @param secret the shared secret of the instances
	 */
	public Signer(String secret) {
		this.key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
	}

	/**
	 * Returns the signature of a list of parts.
	 * @param purpose a text that no other kind of signature has
	 * @param parts the parts
	 * @return 32 bytes
	 */
	public byte[] sign(String purpose, byte[]... parts) {
		try {
			Mac mac = Mac.getInstance(ALGORITHM);
			mac.init(this.key);
			update(mac, purpose.getBytes(StandardCharsets.UTF_8));
			for (byte[] part : parts) {
				update(mac, part);
			}
			return mac.doFinal();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("No " + ALGORITHM + " in this Java runtime", ex);
		}
	}

	// Each part is preceded by its length, so that different lists of parts never produce
	// the same bytes.
	private static void update(Mac mac, byte[] part) {
		mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
		mac.update(part);
	}

}
