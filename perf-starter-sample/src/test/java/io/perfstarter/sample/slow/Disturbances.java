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
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

import javax.sql.DataSource;

import com.sun.management.HotSpotDiagnosticMXBean;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
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

	private final TransactionTemplate transaction;

	private final DefaultListableBeanFactory beanFactory;

	private final Path dump;

	private final List<Object> hoard = new ArrayList<>();

	private final List<Thread> threads = new ArrayList<>();

	private volatile boolean stopped;

	Disturbances(SlowRepository repository, DataSource dataSource, PlatformTransactionManager transactionManager,
			DefaultListableBeanFactory beanFactory, @Value("${slow.directory}") Path directory) {
		this.repository = repository;
		this.dataSource = dataSource;
		this.transaction = new TransactionTemplate(transactionManager);
		this.beanFactory = beanFactory;
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

	/** Holds what readers want, most of the time. */
	@PostMapping("/write-lock")
	void writeLock() {
		start(() -> {
			LockController.LOCK.writeLock().lock();
			try {
				Thread.sleep(400);
			}
			finally {
				LockController.LOCK.writeLock().unlock();
			}
			Thread.sleep(50);
		});
	}

	/** Changes a row and goes on for a while before it commits. */
	@PostMapping("/row-lock/{category}")
	void rowLock(@PathVariable long category) {
		start(() -> {
			this.transaction.executeWithoutResult((status) -> {
				this.repository.takeFromStock(category);
				SlowController.CHURN.take(50);
				this.repository.sleep(350);
			});
			Thread.sleep(20);
		});
	}

	/** Takes what requests put, one by one. */
	@PostMapping("/consume/{millis}")
	void consume(@PathVariable int millis) {
		start(() -> {
			Thread.sleep(millis);
			LockController.QUEUE.poll();
		});
	}

	/** Sleeps in the threads of the common pool. */
	@PostMapping("/common-pool")
	void commonPool() {
		start(() -> {
			List<ForkJoinTask<?>> tasks = new ArrayList<>();
			for (int i = 0; i < 2 * ForkJoinPool.getCommonPoolParallelism(); i++) {
				tasks.add(ForkJoinPool.commonPool().submit(() -> {
					Thread.sleep(500);
					return 0;
				}));
			}
			for (ForkJoinTask<?> task : tasks) {
				task.get();
			}
		});
	}

	/** Throws a bean away, as a refresh does. */
	@PostMapping("/refresh")
	void refresh() {
		start(() -> {
			String[] names = this.beanFactory.getBeanNamesForType(PriceList.class, false, false);
			this.beanFactory.destroySingleton(names[0]);
			Thread.sleep(2000);
		});
	}

	/** Fills the heap by and by. */
	@PostMapping("/hoard/{megabytes}")
	void hoard(@PathVariable int megabytes) {
		start(() -> {
			if (this.hoard.size() < megabytes) {
				this.hoard.add(SlowController.megabytes(1));
			}
			Thread.sleep(80);
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

	/** Reads so many rows, and throws them away. */
	@PostMapping("/rows/{number}")
	void rows(@PathVariable int number) {
		start(() -> this.repository.allVisits(number));
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
		this.hoard.clear();
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
