package io.perfstarter.sample.slow;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A store that speaks the protocol of Redis as far as {@code GET} does; the value of
 * {@code wait-400} takes 400 ms.
 */
final class SlowStore extends ThreadedServer {

	private static final byte[] VALUE = "$4\r\nlate\r\n".getBytes(StandardCharsets.US_ASCII);

	SlowStore() throws IOException {
		open();
	}

	@Override
	void serve(Socket client) throws IOException, InterruptedException {
		try (client) {
			client.setTcpNoDelay(true);
			BufferedReader in = new BufferedReader(
					new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
			// *2, $3, GET, the length of the key, and the key.
			for (String line = in.readLine(); line != null; line = in.readLine()) {
				if (line.startsWith("wait-")) {
					Thread.sleep(Long.parseLong(line.substring("wait-".length())));
					client.getOutputStream().write(VALUE);
				}
			}
		}
	}

}
