package io.perfstarter.sample.fanout;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Map;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A message that a {@link FakePeer} got, to be sent again byte for byte, or a forged one.
 *
 * @param path where it went
 * @param headers its type and what signs it
 * @param body its body
 */
record SignedRequest(String path, Map<String, String> headers, byte[] body) {

	static final String SIGNATURE = "X-Perf-Starter-Signature";

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	boolean mentions(String text) {
		return new String(this.body, StandardCharsets.UTF_8).contains(text);
	}

	/**
	 * Signs a message as an instance does.
	 * @param path where it goes
	 * @param time the time of the message in milliseconds
	 * @param nonce its nonce
	 * @param body its body
	 * @return the request
	 */
	static SignedRequest of(String path, long time, String nonce, byte[] body) {
		String date = Long.toString(time);
		String signature = sign(bytes("perf-starter coherence message 1"), bytes("POST"), bytes(path), bytes(date),
				bytes(nonce), body);
		return new SignedRequest(path, Map.of("Content-Type", "application/json", "X-Perf-Starter-Time", date,
				"X-Perf-Starter-Nonce", nonce, SIGNATURE, signature), body);
	}

	private static String sign(byte[]... parts) {
		try {
			Mac mac = Mac.getInstance("HmacSHA256");
			mac.init(new SecretKeySpec(bytes(Instance.SECRET), "HmacSHA256"));
			for (byte[] part : parts) {
				mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
				mac.update(part);
			}
			return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal());
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	HttpResponse<byte[]> sendTo(Instance instance) {
		URI uri = instance.uri().resolve(this.path);
		HttpRequest.Builder request = HttpRequest.newBuilder(uri).POST(BodyPublishers.ofByteArray(this.body));
		this.headers.forEach(request::header);
		try {
			return CLIENT.send(request.build(), BodyHandlers.ofByteArray());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

}
