package io.perfstarter.sample.slow;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Makes something go wrong beside the requests, until what it gives is ended.
 */
@FunctionalInterface
interface Injection {

	Injected into(SlowProcess process, SlowDatabase database) throws Exception;

	/** The requests are enough. */
	static Injection none() {
		return (process, database) -> () -> {
		};
	}

	/** A disturbance of the process itself. */
	static Injection inside(String what) {
		return (process, database) -> {
			process.disturb(what);
			return process::disturbNoMore;
		};
	}

	/** One more request, once. */
	static Injection request(String path) {
		return (process, database) -> {
			// Within the second window.
			Thread.sleep(4000);
			process.get(path);
			return () -> {
			};
		};
	}

	/** Somebody else changes a row and commits late, again and again. */
	static Injection lockedRow(long category) {
		return holding("update stock set remaining = remaining - 1 where category_id = " + category);
	}

	/** Somebody else executes a statement and commits late, again and again. */
	static Injection holding(String sql) {
		return repeating(1, "holding", (process, database) -> {
			try (Connection connection = database.connect(); Statement statement = connection.createStatement()) {
				connection.setAutoCommit(false);
				statement.execute(sql);
				Thread.sleep(500);
				connection.commit();
			}
		});
	}

	/** Somebody else executes a statement in several sessions. */
	static Injection sessions(int number, String sql) {
		return repeating(number, "session", (process, database) -> {
			try (Connection connection = database.connect(); Statement statement = connection.createStatement()) {
				statement.execute(sql);
			}
			Thread.sleep(1);
		});
	}

	/** Callers that read what they asked for in pieces, with pauses between them. */
	static Injection slowReaders(int number, String path, int piece, int pauseMillis) {
		return repeating(number, "slow-reader", (process, database) -> {
			try (Socket socket = new Socket()) {
				socket.setReceiveBufferSize(64 << 10);
				connect(socket, process);
				send(socket, "GET %s HTTP/1.0\r\n\r\n".formatted(path));
				while (socket.getInputStream().readNBytes(piece).length > 0) {
					Thread.sleep(pauseMillis);
				}
			}
		});
	}

	/** Callers that send 300 KB in ten pieces, with pauses between them. */
	static Injection slowUploads(int number, String path, boolean form) {
		return repeating(number, "slow-upload", (process, database) -> upload(process, path, 10, 30_000, 60, form));
	}

	/** Callers that send so many bytes at once. */
	static Injection fastUploads(int number, String path, int bytes) {
		return repeating(number, "fast-upload", (process, database) -> {
			upload(process, path, 1, bytes, 0, false);
			Thread.sleep(200);
		});
	}

	private static void upload(SlowProcess process, String path, int pieces, int piece, int pauseMillis, boolean form)
			throws IOException, InterruptedException {
		String begin = form ? "--part\r\nContent-Disposition: form-data; name=\"file\"; filename=\"scan\"\r\n"
				+ "Content-Type: application/octet-stream\r\n\r\n" : "";
		String end = form ? "\r\n--part--\r\n" : "";
		try (Socket socket = new Socket()) {
			connect(socket, process);
			send(socket,
					"POST %s HTTP/1.0\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s".formatted(path,
							form ? "multipart/form-data; boundary=part" : "application/octet-stream",
							begin.length() + pieces * piece + end.length(), begin));
			for (int i = 0; i < pieces; i++) {
				Thread.sleep(pauseMillis);
				socket.getOutputStream().write(new byte[piece]);
			}
			send(socket, end);
			socket.getInputStream().readAllBytes();
		}
	}

	private static void connect(Socket socket, SlowProcess process) throws IOException {
		URI url = URI.create(process.url());
		socket.connect(new InetSocketAddress(url.getHost(), url.getPort()));
	}

	private static void send(Socket socket, String text) throws IOException {
		socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
	}

	/** Several threads do something again and again. */
	private static Injection repeating(int number, String name, Step step) {
		return (process, database) -> {
			List<Thread> threads = new ArrayList<>();
			for (int i = 0; i < number; i++) {
				Thread thread = new Thread(() -> repeat(step, process, database), name);
				thread.setDaemon(true);
				thread.start();
				threads.add(thread);
			}
			return () -> {
				threads.forEach(Thread::interrupt);
				for (Thread thread : threads) {
					// It may wait for a process that answers no more.
					thread.join(10_000);
				}
			};
		};
	}

	private static void repeat(Step step, SlowProcess process, SlowDatabase database) {
		try {
			while (true) {
				step.run(process, database);
			}
		}
		catch (InterruptedException ex) {
			// It is enough.
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** This beside another one. */
	default Injection beside(Injection other) {
		return (process, database) -> {
			Injected first = into(process, database);
			Injected second = other.into(process, database);
			return () -> {
				second.end();
				first.end();
			};
		};
	}

	/** Other processes compute; they end by themselves, too. */
	static Injection neighbours(int number) {
		return loops(number, List.of());
	}

	/** Other processes compute with what is left. */
	static Injection busy(int number) {
		return loops(number, List.of("nice", "-n", "19"));
	}

	private static Injection loops(int number, List<String> prefix) {
		return (process, database) -> {
			List<String> command = new ArrayList<>(prefix);
			command.addAll(List.of("timeout", Long.toString(FaultMatrix.PATIENCE.toSeconds() + 30), "sh", "-c",
					"while :; do :; done"));
			List<Process> neighbours = new ArrayList<>();
			for (int i = 0; i < number; i++) {
				neighbours.add(new ProcessBuilder(command).inheritIO().start());
			}
			return () -> {
				for (Process neighbour : neighbours) {
					neighbour.destroy();
					neighbour.waitFor(10, TimeUnit.SECONDS);
				}
			};
		};
	}

	/** The whole process stands still, as a debugger makes it. */
	static Injection pause(int seconds) {
		return (process, database) -> {
			// Requests are on their way.
			Thread.sleep(500);
			signal("-STOP", process.pid());
			try {
				Thread.sleep(1000L * seconds);
			}
			finally {
				signal("-CONT", process.pid());
			}
			return () -> {
			};
		};
	}

	private static void signal(String signal, long pid) throws IOException, InterruptedException {
		new ProcessBuilder("kill", signal, Long.toString(pid)).inheritIO().start().waitFor();
	}

	/**
	 * What is done again and again.
	 */
	@FunctionalInterface
	interface Step {

		void run(SlowProcess process, SlowDatabase database) throws Exception;

	}

	/**
	 * What goes wrong at the moment.
	 */
	@FunctionalInterface
	interface Injected {

		void end() throws Exception;

	}

}
