package io.perfstarter.bench;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Some callers, each with one connection that it keeps, which ask again as soon as they
 * are answered: as much as the service carries.
 */
final class ServiceLoad implements AutoCloseable {

	private static final int CALLERS = 4;

	private static final String LENGTH = "content-length:";

	private final ExecutorService threads = Executors.newFixedThreadPool(CALLERS);

	private final List<Caller> callers = new ArrayList<>();

	private final byte[] request;

	private final byte[] used;

	ServiceLoad(int port, String path) throws IOException {
		this.request = request(path);
		this.used = request("/used");
		for (int i = 0; i < CALLERS; i++) {
			this.callers.add(new Caller(new Socket(InetAddress.getLoopbackAddress(), port)));
		}
	}

	private static byte[] request(String path) {
		return "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(path).getBytes(StandardCharsets.US_ASCII);
	}

	/**
	 * Asks for a time.
	 */
	Used run(long nanos) throws Exception {
		String[] before = this.callers.get(0).ask(this.used).split(" ");
		long begin = System.nanoTime();
		List<Callable<Long>> work = this.callers.stream()
			.map((caller) -> (Callable<Long>) () -> caller.askUntil(this.request, begin + nanos))
			.toList();
		long requests = 0;
		for (Future<Long> answered : this.threads.invokeAll(work)) {
			requests += answered.get();
		}
		double seconds = (System.nanoTime() - begin) / 1e9;
		String[] after = this.callers.get(0).ask(this.used).split(" ");
		return new Used(requests / seconds, difference(before[0], after[0]) / 1e3 / requests,
				difference(before[1], after[1]) / requests);
	}

	private static double difference(String before, String after) {
		return Long.parseLong(after) - Long.parseLong(before);
	}

	@Override
	public void close() throws IOException {
		this.threads.shutdownNow();
		for (Caller caller : this.callers) {
			caller.socket.close();
		}
	}

	/**
	 * What the service has done.
	 *
	 * @param requests how many it answered in a second
	 * @param micros the processor time of its process for each
	 * @param bytes what its threads allocated for each
	 */
	record Used(double requests, double micros, double bytes) {
	}

	/**
	 * One connection, and just as much of HTTP as is needed.
	 */
	private static final class Caller {

		private final Socket socket;

		private final OutputStream out;

		private final InputStream in;

		private final StringBuilder line = new StringBuilder();

		Caller(Socket socket) throws IOException {
			socket.setTcpNoDelay(true);
			this.socket = socket;
			this.out = socket.getOutputStream();
			this.in = new BufferedInputStream(socket.getInputStream());
		}

		long askUntil(byte[] request, long end) throws IOException {
			long answered = 0;
			while (System.nanoTime() - end < 0) {
				ask(request);
				answered++;
			}
			return answered;
		}

		String ask(byte[] request) throws IOException {
			this.out.write(request);
			String status = line();
			if (!status.startsWith("HTTP/1.1 200")) {
				throw new IOException("Answered " + status);
			}
			int length = -1;
			for (String header = line(); !header.isEmpty(); header = line()) {
				if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
					length = Integer.parseInt(header.substring(LENGTH.length()).trim());
				}
			}
			return new String(this.in.readNBytes(length), StandardCharsets.US_ASCII);
		}

		private String line() throws IOException {
			this.line.setLength(0);
			for (int read = this.in.read(); read != '\n'; read = this.in.read()) {
				if (read < 0) {
					throw new EOFException();
				}
				if (read != '\r') {
					this.line.append((char) read);
				}
			}
			return this.line.toString();
		}

	}

}
