package io.perfstarter.coherence;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.coherence.commit.OpenTransaction;
import io.perfstarter.coherence.log.InvalidationLog;
import io.perfstarter.coherence.log.LogReader;
import io.perfstarter.coherence.log.LogTimings;
import io.perfstarter.coherence.log.LogWriter;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.coherence.protocol.Surroundings;
import io.perfstarter.coherence.protocol.Timer;
import io.perfstarter.support.DaemonThreads;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Exchanges evictions with the other instances of the service through a shared log. It
 * also writes evictions before the start and after the stop. Thread-safe.
 */
public final class LogFanOut implements Peers, Certified, AutoCloseable {

	private static final Runnable NOTHING = () -> {
	};

	private static final Log logger = LogFactory.getLog(LogFanOut.class);

	private final InvalidationLog log;

	private final LogTimings timings;

	private final LocalSide local;

	private final Peers hints;

	private final LogReport report;

	private final ScheduledExecutorService writerTimer = DaemonThreads.timer("coherence-log-writer");

	private final LogWriter writer;

	private volatile Set<String> recorded = Set.of();

	// Guarded by this.
	private boolean writing;

	// Written under the lock of this.
	private volatile @Nullable RunningReader running;

	/**
	 * Creates a fan-out.
	 * @param log the log
	 * @param timings the timings, derived from the maximum staleness
	 * @param local the caches of this instance
	 * @param hints sends evictions to known peers at once, in addition to the log
	 * @param registry the registry for the meters
	 */
	public LogFanOut(InvalidationLog log, LogTimings timings, LocalSide local, Peers hints, MeterRegistry registry) {
		this.log = log;
		this.timings = timings;
		this.local = local;
		this.hints = hints;
		this.report = new LogReport(registry, timings.maxStaleness());
		this.writer = new LogWriter(log, timings, surroundings(this.writerTimer), this.report);
		this.report.publishPeers(this, (fanOut) -> Math.max(0, fanOut.members() - 1));
		Certified.publish(this, local, registry);
	}

	private static Surroundings surroundings(ScheduledExecutorService timer) {
		return new Surroundings(Timer.of(timer), System::nanoTime, new SecureRandom());
	}

	/**
	 * Starts to read the log, and at the first call to renew changes in progress.
	 */
	public synchronized void start() {
		if (this.running != null) {
			return;
		}
		if (!this.writing) {
			this.writing = true;
			this.writer.start();
		}
		ScheduledExecutorService timer = DaemonThreads.timer("coherence-log");
		LogReader reader = new LogReader(this.log, this.timings, this.local.copies(), this.local.watermark(),
				surroundings(timer), this.report);
		this.running = new RunningReader(reader, timer);
		reader.start();
		logger.info("Evictions of other instances are read from the invalidation log");
	}

	/**
	 * Returns whether the log is read.
	 * @return whether this was started and not stopped since
	 */
	public boolean isRunning() {
		return this.running != null;
	}

	/**
	 * Returns the current state of this instance.
	 * @return the state
	 */
	public Status status() {
		FreshnessWatermark watermark = this.local.watermark();
		return new Status(mode(), this.timings.maxStaleness(), certificateAge(), watermark.agesBehind(),
				this.log.origin(), members());
	}

	/**
	 * Returns the number of instances that read the log, this one included.
	 * @return the number, zero if it is not known
	 */
	public int members() {
		RunningReader current = this.running;
		return (current != null) ? current.reader().members() : 0;
	}

	@Override
	public Mode mode() {
		FreshnessWatermark watermark = this.local.watermark();
		if (watermark.isBypass()) {
			return Mode.BYPASS;
		}
		return watermark.isExpired() ? Mode.UNCERTIFIED : Mode.CERTIFIED;
	}

	@Override
	public @Nullable Duration certificateAge() {
		return this.local.watermark().age();
	}

	@Override
	public void publish(List<Event> events) {
		publish(events, List.of());
	}

	@Override
	public void publish(List<Event> events, Collection<Event> written) {
		List<Event> rest = events.stream().filter((event) -> !written.contains(event)).toList();
		if (!rest.isEmpty()) {
			this.writer.append(rest);
		}
		this.hints.publish(events);
	}

	@Override
	public boolean join(OpenTransaction transaction, List<Event> events) {
		Object resource = this.log.transactionResource();
		return resource != null && transaction.owns(resource) && this.writer.join(events);
	}

	/**
	 * Sets the caches for which {@link #begin} and {@link #doubt} write nothing.
	 * @param caches the caches whose changes the database itself writes to the log, in
	 * the transaction that makes them
	 */
	public void recordedByDatabase(Set<String> caches) {
		this.recorded = Set.copyOf(caches);
	}

	@Override
	public Runnable begin(Collection<String> caches) {
		List<String> rest = caches.stream().filter((cache) -> !this.recorded.contains(cache)).toList();
		return rest.isEmpty() ? NOTHING : this.writer.begin(rest);
	}

	@Override
	public void doubt(String cache) {
		if (!this.recorded.contains(cache)) {
			this.writer.doubt(cache);
		}
	}

	/**
	 * Stops reading the log, bypasses the caches, and tries once more to write the
	 * evictions that could not be written. Later evictions are still written.
	 */
	public synchronized void stop() {
		RunningReader current = this.running;
		if (current != null) {
			current.reader().close();
			current.end();
			this.running = null;
			this.writer.writeAgain();
		}
	}

	/**
	 * Stops, and renews changes in progress no more.
	 */
	@Override
	public void close() {
		stop();
		this.writer.close();
		this.writerTimer.shutdownNow();
	}

	/**
	 * The state at one moment.
	 *
	 * @param mode the mode of serving cached entries
	 * @param maxStaleness the maximum staleness
	 * @param certificateAge the age of the freshness watermark, {@code null} if the log
	 * was never read
	 * @param cachesBehind the age of the watermark of each cache that is behind, because
	 * a change of this cache is in progress here or at another instance
	 * @param origin the id of this instance
	 * @param instances the number of instances that read the log, this one included, zero
	 * if it is not known
	 */
	public record Status(Mode mode, Duration maxStaleness, @Nullable Duration certificateAge,
			Map<String, Duration> cachesBehind, String origin, int instances) {
	}

	/**
	 * A reader and its thread.
	 *
	 * @param reader the reader
	 * @param timer executes its tasks
	 */
	private record RunningReader(LogReader reader, ScheduledExecutorService timer) {

		/**
		 * Stops the thread, and waits for it: if an instance reads the log after it has
		 * left, it counts as a member again.
		 */
		void end() {
			this.timer.shutdownNow();
			try {
				this.timer.awaitTermination(1, TimeUnit.SECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

	}

}
