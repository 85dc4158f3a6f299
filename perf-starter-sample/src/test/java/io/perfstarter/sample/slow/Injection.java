package io.perfstarter.sample.slow;

import java.io.IOException;
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
