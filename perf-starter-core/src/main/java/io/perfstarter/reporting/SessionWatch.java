package io.perfstarter.reporting;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.perfstarter.reporting.request.ConnectionRecorder;
import io.perfstarter.reporting.window.SessionsWindow;
import io.perfstarter.support.DaemonThreads;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Asks the databases of busy pools what their sessions wait for, at most every two
 * seconds. Uses a connection outside of the pool, in a separate thread. Asks again after
 * ten minutes if a database cannot answer. Thread-safe: the lock of this object guards
 * the answers.
 */
final class SessionWatch implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(SessionWatch.class);

	private static final long INTERVAL = Duration.ofSeconds(2).toNanos();

	private static final long PAUSE = Duration.ofMinutes(10).toNanos();

	// The SQLSTATE of a statement that its timeout has ended.
	private static final String CANCELED = "57014";

	private static final int NETWORK_TIMEOUT = (int) Duration.ofSeconds(5).toMillis();

	private final Function<String, @Nullable Callable<Connection>> databases;

	private final int processors;

	private final LongSupplier clock;

	private final ExecutorService thread = DaemonThreads.timer("reporting-sessions");

	private final AtomicBoolean asking = new AtomicBoolean();

	private final Map<String, Long> nextAt = new ConcurrentHashMap<>();

	// This and the next are guarded by this.
	private final Map<String, List<PostgresSessions>> answers = new HashMap<>();

	private final Map<String, String> refusals = new HashMap<>();

	/**
	 * Creates an idle watch.
	 * @param databases returns a source of connections outside of a pool by its name,
	 * {@code null} if there is none
	 * @param processors the configured number of processor cores of the database servers,
	 * 0 if unknown
	 * @param clock returns the time in nanoseconds
	 */
	SessionWatch(Function<String, @Nullable Callable<Connection>> databases, int processors, LongSupplier clock) {
		this.databases = databases;
		this.processors = processors;
		this.clock = clock;
	}

	/**
	 * Asks the databases of pools that were not asked recently. Does not block.
	 * @param pools the pools that are busy now, with the statements that run on them
	 */
	public void sample(Map<String, Set<String>> pools) {
		long now = this.clock.getAsLong();
		pools.forEach((pool, statements) -> {
			Long next = this.nextAt.get(pool);
			if ((next == null || now - next >= 0) && this.asking.compareAndSet(false, true)) {
				this.nextAt.put(pool, now + INTERVAL);
				this.thread.execute(() -> ask(pool, statements));
			}
		});
	}

	private void ask(String pool, Set<String> statements) {
		boolean answered = false;
		try {
			Callable<Connection> database = this.databases.apply(pool);
			answered = database != null && ask(pool, statements, database);
		}
		catch (Exception ex) {
			answered = ex instanceof SQLException failure && CANCELED.equals(failure.getSQLState());
			logger.debug("Could not read the sessions of the database of pool " + pool, ex);
		}
		finally {
			if (!answered) {
				this.nextAt.put(pool, this.clock.getAsLong() + PAUSE);
			}
			this.asking.set(false);
		}
	}

	/**
	 * Asks a database. A refused connection is an answer, too.
	 * @return whether the database may be asked again soon
	 */
	private boolean ask(String pool, Set<String> statements, Callable<Connection> database) throws Exception {
		Connection opened;
		try {
			opened = database.call();
		}
		catch (SQLException ex) {
			synchronized (this) {
				this.refusals.put(pool, reason(ex));
			}
			return true;
		}
		try (Connection connection = opened) {
			connection.setNetworkTimeout(Runnable::run, NETWORK_TIMEOUT);
			PostgresSessions sessions = PostgresSessions.read(connection, statements);
			if (sessions != null) {
				synchronized (this) {
					this.answers.computeIfAbsent(pool, (name) -> new ArrayList<>()).add(sessions);
				}
			}
			return sessions != null;
		}
	}

	/**
	 * Describes why a connection was refused. The message of the exception is not used,
	 * because it may contain the name of a user.
	 */
	private static String reason(SQLException ex) {
		String state = Objects.requireNonNullElse(ex.getSQLState(), "");
		String reason = switch (state) {
			case "53300" -> "too many connections";
			case "57P03" -> "the database starts or stops";
			case "28000", "28P01" -> "the credentials are not accepted";
			default -> state.startsWith("08") ? "the database cannot be reached" : "the database refuses it";
		};
		return reason + " (" + (state.isEmpty() ? "no SQLSTATE" : "SQLSTATE " + state) + ")";
	}

	/**
	 * Ends a period.
	 * @return the answers since the last call, by pool
	 */
	public synchronized List<SessionsWindow> next() {
		List<SessionsWindow> windows = Stream.of(this.answers.keySet(), this.refusals.keySet())
			.flatMap(Set::stream)
			.distinct()
			.map((pool) -> window(pool, this.answers.getOrDefault(pool, List.of()),
					this.refusals.getOrDefault(pool, "")))
			.toList();
		this.answers.clear();
		this.refusals.clear();
		return windows;
	}

	private SessionsWindow window(String pool, List<PostgresSessions> answers, String refusal) {
		PostgresSessions held = answers.stream()
			.max(Comparator.comparingLong(PostgresSessions::heldNanos))
			.orElse(PostgresSessions.NONE);
		return new SessionsWindow(pool, answers.size(), this.processors,
				answers.stream().mapToLong(PostgresSessions::active).sum(),
				answers.stream().mapToLong(PostgresSessions::running).sum(),
				answers.stream().mapToLong(PostgresSessions::locked).sum(), held.holder(), held.idleHolder(),
				answers.stream()
					.flatMap((answer) -> answer.waiting().stream())
					.map(ConnectionRecorder::text)
					.collect(Collectors.toSet()),
				refusal);
	}

	@Override
	public void close() {
		this.thread.shutdownNow();
	}

}
