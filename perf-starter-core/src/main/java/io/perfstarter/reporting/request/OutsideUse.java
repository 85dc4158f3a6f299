package io.perfstarter.reporting.request;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

import io.perfstarter.reporting.window.OutsideWork;
import org.jspecify.annotations.Nullable;

/**
 * Measures who allocates or computes most outside of requests. A thread is outside of
 * requests if no thread of its name was ever seen to work for a request. Before the first
 * request, nothing is known. The use of virtual threads counts for requests, because only
 * the sum of their carriers is known. Confined to one thread.
 */
public final class OutsideUse {

	// The class of the carriers of virtual threads, on JDK 21 and later.
	private static final String CARRIER = "jdk.internal.misc.CarrierThread";

	// Minimum time between two looks, in nanoseconds. Until JDK 20, reading the stack of
	// a thread stops all threads.
	private static final long REST = 1_000_000_000;

	// Maximum number of names of request threads. Bounds the memory.
	private static final int NAMES = 100;

	private final UnaryOperator<long[]> totals;

	private final Iterable<TimeBreakdown> requests;

	private final StackReader reader;

	private final LongSupplier clock;

	private Map<Long, Long> before = Map.of();

	private final Set<String> ofRequests = new HashSet<>();

	private final Map<String, Long> used = new HashMap<>();

	private final Map<String, Map<String, Long>> places = new HashMap<>();

	private long restsUntil;

	/**
	 * Creates a measurement.
	 * @param totals returns for the identifiers of threads how much each has used
	 * @param requests the requests in flight
	 * @param reader finds the method in which a thread is
	 * @param clock {@link System#nanoTime()}
	 */
	OutsideUse(UnaryOperator<long[]> totals, Iterable<TimeBreakdown> requests, StackReader reader, LongSupplier clock) {
		this.totals = totals;
		this.requests = requests;
		this.reader = reader;
		this.clock = clock;
		this.restsUntil = clock.getAsLong();
		// The use until now belongs to no period.
		next();
	}

	/**
	 * Looks for the method of the thread that has used most outside of requests since the
	 * last look. To be called every 100 ms, only while the resource is scarce.
	 */
	public void look() {
		addThreads();
		long now = this.clock.getAsLong();
		if (now - this.restsUntil < 0) {
			return;
		}
		this.restsUntil = now + REST;
		Thread most = read();
		if (most != null) {
			this.places.computeIfAbsent(nameOf(most), (name) -> new HashMap<>())
				.merge(this.reader.method(most.getStackTrace()), 1L, Long::sum);
		}
	}

	private void addThreads() {
		this.requests.forEach((request) -> request.threads()
			.stream()
			.filter((thread) -> this.ofRequests.size() < NAMES)
			.forEach((thread) -> this.ofRequests.add(nameOf(thread))));
	}

	/**
	 * Reads the use of all threads since the last reading.
	 * @return the thread outside of requests that has used most
	 */
	private @Nullable Thread read() {
		List<Thread> threads = platformThreads();
		long[] totals = this.totals.apply(threads.stream().mapToLong(Thread::getId).toArray());
		Map<Long, Long> now = new HashMap<>();
		Thread most = null;
		long mostUsed = 0;
		for (int i = 0; i < totals.length; i++) {
			Thread thread = threads.get(i);
			long amount = totals[i] - this.before.getOrDefault(thread.getId(), 0L);
			now.put(thread.getId(), totals[i]);
			if (amount > 0) {
				String name = nameOf(thread);
				this.used.merge(name, amount, Long::sum);
				if (!isOfRequests(name) && amount > mostUsed) {
					most = thread;
					mostUsed = amount;
				}
			}
		}
		this.before = now;
		return most;
	}

	private static List<Thread> platformThreads() {
		ThreadGroup root = Thread.currentThread().getThreadGroup();
		while (root.getParent() != null) {
			root = root.getParent();
		}
		// Some threads may start meanwhile.
		Thread[] threads = new Thread[2 * root.activeCount()];
		return Arrays.asList(threads).subList(0, root.enumerate(threads));
	}

	private static String nameOf(Thread thread) {
		String type = thread.getClass().getName();
		return type.equals(CARRIER) ? type : OutsideWork.nameOf(thread);
	}

	private boolean isOfRequests(String name) {
		return name.equals(CARRIER) || this.ofRequests.contains(name);
	}

	/**
	 * Ends a period.
	 * @return who used most outside of requests, with the method if it is known, and
	 * their share
	 */
	public OutsideWork next() {
		addThreads();
		read();
		long all = this.used.values().stream().mapToLong(Long::longValue).sum();
		this.used.keySet().removeIf(this::isOfRequests);
		OutsideWork most = OutsideWork.most(this.used, all);
		String place = OutsideWork.most(this.places.getOrDefault(most.name(), Map.of()), all).name();
		this.used.clear();
		this.places.clear();
		if (this.ofRequests.isEmpty()) {
			return OutsideWork.NONE;
		}
		return place.isEmpty() ? most : new OutsideWork("%s (%s)".formatted(most.name(), place), most.share());
	}

}
