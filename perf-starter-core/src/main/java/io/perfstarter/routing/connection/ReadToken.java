package io.perfstarter.routing.connection;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;

import io.perfstarter.support.Signer;
import org.jspecify.annotations.Nullable;

/**
 * Says what a reader must find: everything up to a position that the primary had after a
 * write. If no position is known, everything up to the time of issue. The text form is
 * signed. The array is not copied.
 *
 * @param issuedAt seconds since 1970, rounded up
 * @param position the position, {@code null} if unknown
 */
record ReadToken(long issuedAt, byte @Nullable [] position) {

	/**
	 * The maximum length of a token. A longer text is not decoded.
	 */
	static final int LONGEST = 512;

	private static final byte VERSION = 1;

	private static final String PURPOSE = "perf-starter read token 1";

	private static final int HEADER = 1 + Integer.BYTES;

	private static final int SIGNATURE = 16;

	/**
	 * Returns the token as a text for URLs, cookies and headers.
	 */
	String sign(Signer signer) {
		byte[] position = (this.position != null) ? this.position : new byte[0];
		byte[] content = ByteBuffer.allocate(HEADER + position.length)
			.put(VERSION)
			.putInt((int) this.issuedAt)
			.put(position)
			.array();
		byte[] signed = ByteBuffer.allocate(content.length + SIGNATURE)
			.put(content)
			.put(signature(signer, content))
			.array();
		return Base64.getUrlEncoder().withoutPadding().encodeToString(signed);
	}

	/**
	 * Reads a text that {@link #sign} has returned.
	 * @return the token, {@code null} for any other text
	 */
	static @Nullable ReadToken parse(String text, Signer signer) {
		byte[] signed = decode(text);
		if (signed == null || signed.length < HEADER + SIGNATURE || signed[0] != VERSION) {
			return null;
		}
		int length = signed.length - SIGNATURE;
		byte[] content = Arrays.copyOf(signed, length);
		if (!MessageDigest.isEqual(signature(signer, content), Arrays.copyOfRange(signed, length, signed.length))) {
			return null;
		}
		long issuedAt = Integer.toUnsignedLong(ByteBuffer.wrap(content).getInt(1));
		return new ReadToken(issuedAt, (length > HEADER) ? Arrays.copyOfRange(content, HEADER, length) : null);
	}

	private static byte @Nullable [] decode(String text) {
		try {
			return (text.length() <= LONGEST) ? Base64.getUrlDecoder().decode(text) : null;
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	private static byte[] signature(Signer signer, byte[] content) {
		return Arrays.copyOf(signer.sign(PURPOSE, content), SIGNATURE);
	}

}
