package io.perfstarter.sample.slow;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A client of Redis, as somebody writes it who wants no library.
 */
final class RedisSocket implements Closeable {

	private final Socket socket;

	private final BufferedReader in;

	RedisSocket(int port) throws IOException {
		this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
		this.socket.setTcpNoDelay(true);
		this.in = new BufferedReader(new InputStreamReader(this.socket.getInputStream(), StandardCharsets.US_ASCII));
	}

	String get(String key) throws IOException {
		this.socket.getOutputStream()
			.write("*2\r\n$3\r\nGET\r\n$%d\r\n%s\r\n".formatted(key.length(), key).getBytes(StandardCharsets.US_ASCII));
		this.in.readLine();
		return this.in.readLine();
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
	}

}
