package io.perfstarter.reporting.request;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;

import io.perfstarter.reporting.window.Position;
import org.jspecify.annotations.Nullable;

/**
 * Reads the stacks of the threads that process slow requests, while they are slow. The
 * JVM reads those of all platform threads at once, for which it stops all threads for
 * some ten microseconds; so it reads a limited number, chosen at random. Confined to one
 * thread.
 */
final class StackSampler {

	/**
	 * Maximum number of stacks at once.
	 */
	static final int MOST = 16;

	/**
	 * Time from which the next round reads fewer stacks, in nanoseconds.
	 */
	static final long BUDGET = 1_000_000;

	private static final int DEPTH = 160;

	private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

	private final RandomGenerator random;

	private int limit = MOST;

	StackSampler(RandomGenerator random) {
		this.random = random;
	}

	/**
	 * Reads the stacks of some requests.
	 * @param requests the requests in flight
	 * @param startedBefore the time before which a request that is slow or becomes slow
	 * was started, from {@link System#nanoTime()}
	 */
	void sample(Iterable<TimeBreakdown> requests, long startedBefore) {
		Map<Thread, TimeBreakdown> chosen = choose(requests, startedBefore);
		if (chosen.isEmpty()) {
			return;
		}
		long before = System.nanoTime();
		Map<Long, TimeBreakdown> platform = new HashMap<>();
		chosen.forEach((thread, request) -> {
			if (ThreadFigures.isVirtual(thread)) {
				request.sampled(StackReader.read(thread.getState(), thread.getStackTrace(), ""));
			}
			else {
				platform.put(thread.getId(), request);
			}
		});
		sample(platform);
		this.limit = (System.nanoTime() - before > BUDGET) ? Math.max(1, this.limit / 2)
				: Math.min(MOST, this.limit + 1);
	}

	/**
	 * Chooses requests, each with the same probability.
	 */
	private Map<Thread, TimeBreakdown> choose(Iterable<TimeBreakdown> requests, long startedBefore) {
		List<Map.Entry<Thread, TimeBreakdown>> chosen = new ArrayList<>();
		int candidates = 0;
		for (TimeBreakdown request : requests) {
			Thread thread = request.threadToSample(startedBefore);
			if (thread == null) {
				request.sampleWithoutThread(startedBefore);
				continue;
			}
			candidates++;
			if (chosen.size() < this.limit) {
				chosen.add(Map.entry(thread, request));
			}
			else {
				int place = this.random.nextInt(candidates);
				if (place < this.limit) {
					chosen.set(place, Map.entry(thread, request));
				}
			}
		}
		Map<Thread, TimeBreakdown> byThread = new HashMap<>();
		chosen.forEach((one) -> byThread.put(one.getKey(), one.getValue()));
		return byThread;
	}

	private void sample(Map<Long, TimeBreakdown> platform) {
		List<ThreadInfo> infos = read(platform.keySet().stream().mapToLong(Long::longValue).toArray());
		Map<Long, ThreadInfo> owners = new HashMap<>();
		read(infos.stream().mapToLong(ThreadInfo::getLockOwnerId).filter((id) -> id >= 0).distinct().toArray())
			.forEach((info) -> owners.put(info.getThreadId(), info));
		for (ThreadInfo info : infos) {
			String lock = lock(info.getLockInfo(), owners.get(info.getLockOwnerId()));
			Position position = StackReader.read(info.getThreadState(), info.getStackTrace(), lock);
			Objects.requireNonNull(platform.get(info.getThreadId())).sampled(position);
		}
	}

	private List<ThreadInfo> read(long[] ids) {
		if (ids.length == 0) {
			return List.of();
		}
		// A thread that has ended has no information.
		return Arrays.stream(this.threads.getThreadInfo(ids, DEPTH)).filter(Objects::nonNull).toList();
	}

	private static String lock(@Nullable LockInfo lock, @Nullable ThreadInfo owner) {
		if (lock == null) {
			return "";
		}
		return (owner != null)
				? lock.getClassName() + " that a thread holds in " + StackReader.method(owner.getStackTrace())
				: lock.getClassName();
	}

}
