package io.perfstarter.sample.slow;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
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
		return (process, database) -> {
			Thread thread = new Thread(() -> lock(database, category), "row-lock");
			thread.setDaemon(true);
			thread.start();
			return () -> {
				thread.interrupt();
				thread.join();
			};
		};
	}

	private static void lock(SlowDatabase database, long category) {
		try (Connection connection = database.connect(); Statement statement = connection.createStatement()) {
			connection.setAutoCommit(false);
			while (true) {
				statement.executeUpdate("update stock set remaining = remaining - 1 where category_id = " + category);
				Thread.sleep(500);
				connection.commit();
				Thread.sleep(20);
			}
		}
		catch (InterruptedException ex) {
			// The row is free.
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Callers that read what they asked for bit by bit. */
	static Injection slowCallers(int number, String path) {
		return (process, database) -> {
			List<Thread> callers = new ArrayList<>();
			for (int i = 0; i < number; i++) {
				Thread caller = new Thread(() -> readSlowly(URI.create(process.url()), path), "slow-caller");
				caller.setDaemon(true);
				caller.start();
				callers.add(caller);
			}
			return () -> {
				for (Thread caller : callers) {
					caller.interrupt();
					caller.join();
				}
			};
		};
	}

	private static void readSlowly(URI url, String path) {
		byte[] request = "GET %s HTTP/1.0\r\n\r\n".formatted(path).getBytes(StandardCharsets.US_ASCII);
		try {
			while (true) {
				try (Socket socket = new Socket()) {
					socket.setReceiveBufferSize(64 << 10);
					socket.connect(new InetSocketAddress(url.getHost(), url.getPort()));
					socket.getOutputStream().write(request);
					while (socket.getInputStream().readNBytes(1 << 19).length > 0) {
						Thread.sleep(30);
					}
				}
			}
		}
		catch (InterruptedException ex) {
			// It is enough.
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
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
		return (process, database) -> {
			List<Process> neighbours = new ArrayList<>();
			for (int i = 0; i < number; i++) {
				neighbours
					.add(new ProcessBuilder("timeout", "90", "sh", "-c", "while :; do :; done").inheritIO().start());
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
	 * What goes wrong at the moment.
	 */
	@FunctionalInterface
	interface Injected {

		void end() throws Exception;

	}

}
