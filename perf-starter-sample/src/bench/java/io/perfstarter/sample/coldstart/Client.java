package io.perfstarter.sample.coldstart;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Asks over a connection of its own each time, with as little of its own as can be: no
 * pool, no threads, no headers but the few that are needed.
 */
final class Client {

	private final String ticket;

	/**
	 * Creates one.
	 * @param ticket what it sends with a change
	 */
	Client(String ticket) {
		this.ticket = ticket;
	}

	/**
	 * What it sends with a change.
	 */
	String ticket() {
		return this.ticket;
	}

	/**
	 * Asks, and reads all of the answer.
	 * @param port whom
	 * @param api what
	 * @param number how many times it was asked before
	 * @return how long it took, in milliseconds, from connecting to the last byte
	 */
	double ask(int port, Api api, int number) throws IOException {
		byte[] body = (api.method().equals("PUT")) ? this.ticket.getBytes(StandardCharsets.UTF_8) : new byte[0];
		String head = api.method() + " " + api.path(number) + " HTTP/1.1\r\nHost: localhost\r\n"
				+ ((body.length > 0) ? "Content-Type: application/json\r\nContent-Length: " + body.length + "\r\n" : "")
				+ "\r\n";
		ByteArrayOutputStream request = new ByteArrayOutputStream();
		request.write(head.getBytes(StandardCharsets.US_ASCII));
		request.write(body);
		byte[] bytes = request.toByteArray();
		long begin = System.nanoTime();
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
			socket.setTcpNoDelay(true);
			socket.getOutputStream().write(bytes);
			InputStream in = new BufferedInputStream(socket.getInputStream());
			String status = line(in);
			int length = lengthOfBody(in);
			if (length >= 0) {
				in.readNBytes(length);
			}
			else {
				readChunks(in);
			}
			double millis = (System.nanoTime() - begin) / 1e6;
			assertThat(status).as(head).startsWith("HTTP/1.1 200");
			return millis;
		}
	}

	private static int lengthOfBody(InputStream in) throws IOException {
		int length = -1;
		for (String line = line(in); !line.isEmpty(); line = line(in)) {
			if (line.regionMatches(true, 0, "Content-Length:", 0, 15)) {
				length = Integer.parseInt(line.substring(15).trim());
			}
		}
		return length;
	}

	private static void readChunks(InputStream in) throws IOException {
		int size = -1;
		while (size != 0) {
			size = Integer.parseInt(line(in), 16);
			in.readNBytes(size);
			line(in);
		}
	}

	private static String line(InputStream in) throws IOException {
		StringBuilder line = new StringBuilder();
		for (int next = in.read(); next != '\n'; next = in.read()) {
			if (next == -1) {
				throw new EOFException("after '" + line + "'");
			}
			if (next != '\r') {
				line.append((char) next);
			}
		}
		return line.toString();
	}

}
