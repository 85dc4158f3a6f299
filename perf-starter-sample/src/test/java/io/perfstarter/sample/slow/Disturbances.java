package io.perfstarter.sample.slow;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import javax.sql.DataSource;

import com.sun.management.HotSpotDiagnosticMXBean;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * What goes on in a process beside its requests, until it is told to stop.
 */
@RestController
@RequestMapping("/disturbances")
class Disturbances implements DisposableBean {

	private static final int PATIENCE = 10_000;

	private final SlowRepository repository;

	private final DataSource dataSource;

	private final Path dump;

	private final List<Thread> threads = new ArrayList<>();

	private volatile boolean stopped;

	Disturbances(SlowRepository repository, DataSource dataSource, @Value("${slow.directory}") Path directory) {
		this.repository = repository;
		this.dataSource = dataSource;
		this.dump = directory.resolve("dump.hprof");
	}

	/** Computes. */
	@PostMapping("/spin/{number}")
	void spin(@PathVariable int number) {
		for (int i = 0; i < number; i++) {
			start(() -> SlowController.churn(1));
		}
	}

	/** The JVM stands still for each, and goes on for as long. */
	@PostMapping("/dump")
	void dump() {
		start(() -> {
			long begin = System.nanoTime();
			Files.deleteIfExists(this.dump);
			ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(this.dump.toString(), false);
			Thread.sleep((System.nanoTime() - begin) / 1_000_000);
		});
	}

	/** Holds what requests want, most of the time. */
	@PostMapping("/lock")
	void lock() {
		start(() -> {
			synchronized (SlowController.MONITOR) {
				Thread.sleep(400);
			}
			Thread.sleep(50);
		});
	}

	/** Asks for collections. */
	@PostMapping("/collect")
	void collect() {
		start(() -> {
			System.gc();
			Thread.sleep(100);
		});
	}

	/** Fills the memory for classes, none of which is used. */
	@PostMapping("/classes")
	void classes() throws IOException {
		byte[] bytes = Objects.requireNonNull(Step.class.getResourceAsStream("Disturbances$Unused.class"))
			.readAllBytes();
		start(() -> MethodHandles.lookup().defineHiddenClass(bytes, false));
	}

	/** Fills the memory for direct buffers, none of which is used for long. */
	@PostMapping("/buffers")
	void buffers() {
		start(() -> ByteBuffer.allocateDirect(8 << 20));
	}

	/** Uses one connection. */
	@PostMapping("/batch")
	void batch() {
		start(() -> {
			this.repository.sleep(200);
			this.repository.count(1);
		});
	}

	/** Each borrows a connection and keeps it. */
	@PostMapping("/leak/{number}")
	void leak(@PathVariable int number) {
		for (int i = 0; i < number; i++) {
			start(this::keepConnection);
		}
	}

	private void keepConnection() throws SQLException, InterruptedException {
		try (Connection connection = this.dataSource.getConnection()) {
			while (!connection.isClosed()) {
				Thread.sleep(1000);
			}
		}
	}

	@DeleteMapping
	synchronized void stop() throws InterruptedException, IOException {
		this.stopped = true;
		for (Thread thread : this.threads) {
			thread.interrupt();
			thread.join(PATIENCE);
		}
		this.threads.clear();
		this.stopped = false;
		Files.deleteIfExists(this.dump);
	}

	private synchronized void start(Step step) {
		Thread thread = new Thread(() -> repeat(step), "disturbance");
		thread.setDaemon(true);
		thread.start();
		this.threads.add(thread);
	}

	private void repeat(Step step) {
		try {
			while (!this.stopped) {
				step.run();
			}
		}
		catch (InterruptedException ex) {
			// It was told to stop.
		}
		catch (Exception ex) {
			if (!this.stopped) {
				throw new IllegalStateException(ex);
			}
		}
	}

	@Override
	public void destroy() throws Exception {
		stop();
	}

	/**
	 * A class that is defined again and again.
	 */
	static final class Unused {

	}

	/**
	 * What a disturbance does again and again.
	 */
	private interface Step {

		void run() throws Exception;

	}

}
