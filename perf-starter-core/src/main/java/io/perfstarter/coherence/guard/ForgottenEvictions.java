package io.perfstarter.coherence.guard;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.perfstarter.coherence.protocol.Timer;
import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.SqlStatement;
import io.perfstarter.jdbc.TransactionNames;
import io.perfstarter.support.ApplicationCode;
import io.perfstarter.support.LogOnce;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.StringUtils;

/**
 * Finds transactions that change a table from which the values of a cache are loaded, but
 * after which nothing is evicted from the cache.
 *
 * <p>
 * A cached method reads a table if it does so on its own thread. An eviction counts if it
 * happens on this instance between the first change and a second after the commit, so
 * that evictions by a caller count, too. Caches that the database itself evicts are left
 * out. Thread-safe.
 */
public final class ForgottenEvictions implements JdbcListener {

	private static final Duration PATIENCE = Duration.ofSeconds(1);

	private static final String WARNING = """
			%1$s changes the table '%2$s', from which values of the cache '%3$s' are loaded, and evicts nothing \
			from this cache. Evict with @EvictTicketCache, @CacheEvict or TicketCacheEvictor; or let PostgreSQL evict \
			whenever anybody changes the table, by these settings:
			perf-starter:
			  coherence:
			    log: database
			    caches:
			      %4$s:
			        tables:
			          %5$s: {} # or { key: <column> } to evict single entries""";

	private static final Pattern SIMPLE = Pattern.compile("[a-zA-Z0-9_-]+");

	private static final Log logger = LogFactory.getLog(ForgottenEvictions.class);

	private final Timer timer;

	private final LongSupplier clock;

	// The tables whose changes evict in the database, by the name of the cache.
	private final Map<String, Set<String>> watched;

	// The calls of methods with annotations about caches on the current thread.
	private final ThreadLocal<Deque<Call>> calls = ThreadLocal.withInitial(ArrayDeque::new);

	private final Map<String, Set<String>> cachesByTable = new ConcurrentHashMap<>();

	private final Map<String, Long> evictedAt = new ConcurrentHashMap<>();

	private final Map<ConnectionUsage, Changes> open = new ConcurrentHashMap<>();

	private final ApplicationCode application;

	private final LogOnce once = new LogOnce();

	private final List<Finding> findings = new CopyOnWriteArrayList<>();

	/**
	 * Creates a detector.
	 * @param timer runs the check after a commit
	 * @param clock a monotonic clock in nanoseconds, the same as the clock of the
	 * executions
	 * @param watched the tables whose changes evict in the database, by the name of the
	 * cache
	 * @param application the code whose lines findings name
	 */
	public ForgottenEvictions(Timer timer, LongSupplier clock, Map<String, Set<String>> watched,
			ApplicationCode application) {
		this.timer = timer;
		this.clock = clock;
		this.application = application;
		this.watched = watched.entrySet()
			.stream()
			.collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, (cache) -> plain(cache.getValue())));
	}

	private static Set<String> plain(Set<String> tables) {
		return tables.stream().map(SqlStatement::plain).collect(Collectors.toUnmodifiableSet());
	}

	/**
	 * Begins a call of a method with annotations about caches.
	 */
	public void begin() {
		this.calls.get().push(new Call(new ArrayList<>(1), new ArrayList<>(1)));
	}

	/**
	 * Names the caches of an operation of the current call.
	 * @param caches the names of the caches
	 * @param loads whether the call may load them; otherwise it evicts or puts
	 */
	public void uses(Collection<String> caches, boolean loads) {
		Call call = this.calls.get().peek();
		if (call != null) {
			(loads ? call.loaded() : call.changed()).addAll(caches);
		}
	}

	/**
	 * Ends the current call, and records its evictions. Spring alone evicts from an
	 * unmanaged cache, and from a cache whose evictions no strategy receives.
	 */
	public void end() {
		Call call = this.calls.get().poll();
		if (call != null) {
			call.changed().forEach(this::evicted);
		}
	}

	/**
	 * Records an eviction.
	 * @param cache the name of the cache
	 */
	public void evicted(String cache) {
		this.evictedAt.put(cache, this.clock.getAsLong());
	}

	@Override
	public void executed(ConnectionUsage usage, Execution execution, long endedAt, @Nullable SQLException failure) {
		switch (execution.kind()) {
			case QUERY, UPDATE, ANY, BATCH -> executed(usage, execution, failure);
			case COMMIT -> committed(usage);
			case ROLLBACK -> {
				if (failure == null) {
					this.open.remove(usage);
				}
			}
			case FETCH, ROLLBACK_TO_SAVEPOINT -> {
			}
		}
	}

	private void executed(ConnectionUsage usage, Execution execution, @Nullable SQLException failure) {
		Deque<Call> calls = this.calls.get();
		if (failure != null || (execution.autoCommit() && calls.isEmpty())) {
			return;
		}
		SqlStatement statement = SqlStatement.of(execution.sql());
		if (!calls.isEmpty()) {
			for (String table : statement.read()) {
				calls.forEach((call) -> call.loaded().forEach((cache) -> read(table, cache)));
			}
		}
		Set<String> changed = statement.changed();
		if (!changed.isEmpty() && !execution.autoCommit()) {
			this.open.computeIfAbsent(usage, (ignored) -> new Changes(execution.startedAt(), method()))
				.tables()
				.addAll(changed);
		}
	}

	private void read(String table, String cache) {
		if (!this.watched.getOrDefault(cache, Set.of()).contains(table)) {
			this.cachesByTable.computeIfAbsent(table, (name) -> ConcurrentHashMap.newKeySet()).add(cache);
		}
	}

	private String method() {
		String name = TransactionSynchronizationManager.getCurrentTransactionName();
		// Each repository of Spring Data begins transactions of the same name.
		boolean known = StringUtils.hasLength(name) && this.application.contains(name);
		String line = known ? null : this.application.nearestLine();
		return TransactionNames.shortened(name) + ((line != null) ? " at " + line : "");
	}

	private void committed(ConnectionUsage usage) {
		Changes changes = this.open.remove(usage);
		if (changes != null && changes.tables().stream().anyMatch(this.cachesByTable::containsKey)) {
			this.timer.after(PATIENCE, () -> check(changes));
		}
	}

	@Override
	public void returned(ConnectionUsage usage) {
		this.open.remove(usage);
	}

	private void check(Changes changes) {
		for (String table : changes.tables()) {
			for (String cache : this.cachesByTable.getOrDefault(table, Set.of())) {
				Long evicted = this.evictedAt.get(cache);
				if (evicted == null || evicted - changes.beganAt() < 0) {
					found(new Finding(changes.method(), table, cache));
				}
			}
		}
	}

	private void found(Finding finding) {
		if (this.once.isFirst(finding)) {
			this.findings.add(finding);
			logger.warn(WARNING.formatted(finding.method(), finding.table(), finding.cache(), key(finding.cache()),
					key(finding.table())));
		}
	}

	/**
	 * Returns a name as the key of a map of settings in YAML.
	 */
	private static String key(String name) {
		return SIMPLE.matcher(name).matches() ? name : "\"[" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "]\"";
	}

	/**
	 * Returns what was found.
	 * @return each finding once
	 */
	public List<Finding> findings() {
		return List.copyOf(this.findings);
	}

	/**
	 * A call of a method with annotations about caches.
	 *
	 * @param loaded the names of the caches that it may load
	 * @param changed the names of the caches from which it evicts or into which it puts
	 */
	private record Call(List<String> loaded, List<String> changed) {
	}

	/**
	 * The changes of an open transaction.
	 *
	 * @param beganAt the time of the first one
	 * @param method the method that began the transaction, with the line of the first
	 * change if that is no method of the application
	 * @param tables the changed tables
	 */
	private record Changes(long beganAt, String method, Set<String> tables) {

		Changes(long beganAt, String method) {
			this(beganAt, method, ConcurrentHashMap.newKeySet());
		}

	}

	/**
	 * A method that forgets an eviction.
	 *
	 * @param method the method that began the transaction, with the line of the first
	 * change if that is no method of the application
	 * @param table the table that it changes
	 * @param cache the cache that is loaded from the table
	 */
	public record Finding(String method, String table, String cache) {
	}

}
