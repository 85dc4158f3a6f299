package io.perfstarter.reporting.request;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

import io.perfstarter.reporting.window.OutsideWork;
import org.jspecify.annotations.Nullable;

/**
 * Measures who allocates outside of requests: threads of whose name none was ever seen to
 * work for a request. Nothing is known before a request was seen. What virtual threads
 * allocate counts as allocated by requests, because only the sum for their carriers is
 * known. Confined to one thread.
 */
final class OutsideAllocations {

	/**
	 * The class of the carriers of virtual threads, on JDK 21 and later.
	 */
	private static final String CARRIER = "jdk.internal.misc.CarrierThread";

	/**
	 * Minimum time between two looks, in nanoseconds. Until JDK 20, reading the stack of
	 * a thread stops all threads.
	 */
	private static final long REST = 1_000_000_000;

	/**
	 * Maximum number of names of threads of requests, which bounds the memory.
	 */
	private static final int NAMES = 100;

	private final ThreadFigures figures;

	private final StackReader reader;

	private final LongSupplier clock;

	private Map<Long, Long> before = Map.of();

	private final Set<String> ofRequests = new HashSet<>();

	private final Map<String, Long> allocated = new HashMap<>();

	private final Map<String, Map<String, Long>> places = new HashMap<>();

	private long restsUntil;

	OutsideAllocations(ThreadFigures figures, StackReader reader, LongSupplier clock) {
		this.figures = figures;
		this.reader = reader;
		this.clock = clock;
		this.restsUntil = clock.getAsLong();
		// What was allocated until now belongs to no period.
		next(List.of());
	}

	/**
	 * Looks where the thread is that has allocated most outside of requests since the
	 * last look. To be called every 100 ms, only while collections take long.
	 * @param requests the requests in flight
	 */
	void look(Iterable<TimeBreakdown> requests) {
		addThreads(requests);
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

	private void addThreads(Iterable<TimeBreakdown> requests) {
		requests.forEach((request) -> request.threads()
			.stream()
			.filter((thread) -> this.ofRequests.size() < NAMES)
			.forEach((thread) -> this.ofRequests.add(nameOf(thread))));
	}

	/**
	 * Reads what all threads have allocated since the last reading.
	 * @return the thread outside of requests that has allocated most
	 */
	private @Nullable Thread read() {
		List<Thread> threads = platformThreads();
		long[] totals = this.figures.allocated(threads.stream().mapToLong(Thread::getId).toArray());
		Map<Long, Long> now = new HashMap<>();
		Thread most = null;
		long mostBytes = 0;
		for (int i = 0; i < totals.length; i++) {
			Thread thread = threads.get(i);
			long bytes = totals[i] - this.before.getOrDefault(thread.getId(), 0L);
			now.put(thread.getId(), totals[i]);
			if (bytes > 0) {
				String name = nameOf(thread);
				this.allocated.merge(name, bytes, Long::sum);
				if (!isOfRequests(name) && bytes > mostBytes) {
					most = thread;
					mostBytes = bytes;
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
		// Some may start meanwhile.
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
	 * @param requests the requests in flight
	 * @return who allocated most outside of requests, with the method as far as it was
	 * looked for, and their share
	 */
	OutsideWork next(Iterable<TimeBreakdown> requests) {
		addThreads(requests);
		read();
		long all = this.allocated.values().stream().mapToLong(Long::longValue).sum();
		this.allocated.keySet().removeIf(this::isOfRequests);
		OutsideWork most = OutsideWork.most(this.allocated, all);
		String place = OutsideWork.most(this.places.getOrDefault(most.name(), Map.of()), all).name();
		this.allocated.clear();
		this.places.clear();
		if (this.ofRequests.isEmpty()) {
			return OutsideWork.NONE;
		}
		return place.isEmpty() ? most : new OutsideWork("%s (%s)".formatted(most.name(), place), most.share());
	}

}
