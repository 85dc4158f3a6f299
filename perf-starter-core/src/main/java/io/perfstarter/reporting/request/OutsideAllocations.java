package io.perfstarter.reporting.request;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.perfstarter.reporting.window.OutsideWork;
import org.jspecify.annotations.Nullable;

/**
 * Measures who allocates outside of requests: threads of whose name none was seen to work
 * for a request. What virtual threads allocate counts as allocated by requests, because
 * only the sum for their carriers is known. Confined to one thread.
 */
final class OutsideAllocations {

	/**
	 * The class of the carriers of virtual threads, on JDK 21 and later.
	 */
	private static final String CARRIER = "jdk.internal.misc.CarrierThread";

	private final ThreadFigures figures;

	private final StackReader reader;

	private Map<Long, Long> before = Map.of();

	private final Set<String> ofRequests = new HashSet<>();

	private final Map<String, Long> allocated = new HashMap<>();

	private final Map<String, Map<String, Long>> places = new HashMap<>();

	OutsideAllocations(ThreadFigures figures, StackReader reader) {
		this.figures = figures;
		this.reader = reader;
		// What was allocated until now belongs to no period.
		next();
	}

	/**
	 * Looks where the thread is that has allocated most since the last look. To be called
	 * only while collections take long, because it stops this thread.
	 * @param requests the requests in flight
	 */
	void look(Iterable<TimeBreakdown> requests) {
		requests.forEach((request) -> request.threads().forEach((thread) -> this.ofRequests.add(nameOf(thread))));
		Allocation most = read();
		if (most != null) {
			this.places.computeIfAbsent(nameOf(most.thread()), (name) -> new HashMap<>())
				.merge(this.reader.method(most.thread().getStackTrace()), most.bytes(), Long::sum);
		}
	}

	/**
	 * Reads what all threads have allocated since the last reading.
	 * @return what a thread outside of requests has allocated most
	 */
	private @Nullable Allocation read() {
		List<Thread> threads = platformThreads();
		long[] totals = this.figures.allocated(threads.stream().mapToLong(Thread::getId).toArray());
		Map<Long, Long> now = new HashMap<>();
		Allocation most = null;
		for (int i = 0; i < totals.length; i++) {
			Thread thread = threads.get(i);
			long bytes = totals[i] - this.before.getOrDefault(thread.getId(), 0L);
			now.put(thread.getId(), totals[i]);
			if (bytes > 0) {
				String name = nameOf(thread);
				this.allocated.merge(name, bytes, Long::sum);
				if (!isOfRequests(name) && (most == null || bytes > most.bytes())) {
					most = new Allocation(thread, bytes);
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
	 * @return who allocated most outside of requests, with the method as far as it was
	 * looked for, and their share
	 */
	OutsideWork next() {
		read();
		long all = this.allocated.values().stream().mapToLong(Long::longValue).sum();
		this.allocated.keySet().removeIf(this::isOfRequests);
		OutsideWork most = OutsideWork.most(this.allocated, all);
		String place = OutsideWork.most(this.places.getOrDefault(most.name(), Map.of()), all).name();
		this.allocated.clear();
		this.places.clear();
		this.ofRequests.clear();
		return place.isEmpty() ? most : new OutsideWork("%s (%s)".formatted(most.name(), place), most.share());
	}

	/**
	 * What a thread has allocated.
	 */
	private record Allocation(Thread thread, long bytes) {

	}

}
