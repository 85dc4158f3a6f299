package io.perfstarter.reporting.request;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

import io.perfstarter.reporting.window.SampledStack;
import org.jspecify.annotations.Nullable;

/**
 * Reads the stacks of the threads that process slow requests, while they are slow. The
 * JVM stops all threads meanwhile, so the sampler reads a limited number of stacks,
 * chosen at random. Then it rests for so long that reading takes at most one percent of
 * the time. It rests for a second at most, because on a machine that lacks processors
 * most of the reading time is waiting. Confined to one thread.
 */
final class StackSampler {

	/**
	 * Maximum number of stacks at once.
	 */
	static final int MOST = 16;

	/**
	 * Minimum ratio of rest to work.
	 */
	private static final int REST = 100;

	private static final long LONGEST_REST = Duration.ofSeconds(1).toNanos();

	private static final int DEPTH = 160;

	private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

	private final ThreadFigures figures = new ThreadFigures();

	private final RandomGenerator random;

	private final LongSupplier clock;

	private final StackReader reader;

	private final SampledStacks stacks = new SampledStacks();

	private long restsUntil;

	StackSampler(RandomGenerator random, LongSupplier clock, StackReader reader) {
		this.random = random;
		this.clock = clock;
		this.reader = reader;
		this.restsUntil = clock.getAsLong();
	}

	/**
	 * Reads the stacks of some requests.
	 * @param requests the requests in flight
	 * @param age the minimum age of these requests, in nanoseconds
	 */
	void sample(Iterable<TimeBreakdown> requests, long age) {
		readClocks(requests);
		long before = this.clock.getAsLong();
		if (before - this.restsUntil < 0) {
			return;
		}
		List<Map.Entry<Thread, TimeBreakdown>> chosen = choose(requests, before - age);
		if (chosen.isEmpty()) {
			return;
		}
		Map<Long, TimeBreakdown> platform = new HashMap<>();
		chosen.forEach((one) -> {
			Thread thread = one.getKey();
			if (ThreadFigures.isVirtual(thread)) {
				sampled(one.getValue(), thread.getState(), thread.getStackTrace(), "");
			}
			else {
				platform.put(thread.getId(), one.getValue());
			}
		});
		sample(platform);
		long now = this.clock.getAsLong();
		this.restsUntil = now + Math.min(REST * (now - before), LONGEST_REST);
	}

	/**
	 * Reads the CPU time of the threads of new requests, which stops no thread.
	 */
	private void readClocks(Iterable<TimeBreakdown> requests) {
		Map<TimeBreakdown, Thread> unread = new LinkedHashMap<>();
		requests.forEach((request) -> {
			Thread thread = request.threadToClock();
			if (thread != null) {
				unread.put(request, thread);
			}
		});
		long[] times = this.figures.cpuTimes(unread.values().stream().mapToLong(Thread::getId).toArray());
		int next = 0;
		for (TimeBreakdown request : unread.keySet()) {
			request.clocked(times[next]);
			next++;
		}
	}

	/**
	 * Chooses requests, each with the same probability.
	 */
	private List<Map.Entry<Thread, TimeBreakdown>> choose(Iterable<TimeBreakdown> requests, long startedBefore) {
		List<Map.Entry<Thread, TimeBreakdown>> chosen = new ArrayList<>();
		int candidates = 0;
		for (TimeBreakdown request : requests) {
			Thread thread = request.threadToSample(startedBefore);
			if (thread == null) {
				request.sampleWithoutThread(startedBefore);
				continue;
			}
			candidates++;
			if (chosen.size() < MOST) {
				chosen.add(Map.entry(thread, request));
			}
			else {
				int place = this.random.nextInt(candidates);
				if (place < MOST) {
					chosen.set(place, Map.entry(thread, request));
				}
			}
		}
		return chosen;
	}

	private void sample(Map<Long, TimeBreakdown> platform) {
		List<ThreadInfo> infos = read(platform.keySet().stream().mapToLong(Long::longValue).toArray());
		Map<Long, ThreadInfo> owners = new HashMap<>();
		read(infos.stream().mapToLong(ThreadInfo::getLockOwnerId).filter((id) -> id >= 0).distinct().toArray())
			.forEach((info) -> owners.put(info.getThreadId(), info));
		for (ThreadInfo info : infos) {
			String lock = lock(info.getLockInfo(), owners.get(info.getLockOwnerId()));
			sampled(Objects.requireNonNull(platform.get(info.getThreadId())), info.getThreadState(),
					info.getStackTrace(), lock);
		}
	}

	private void sampled(TimeBreakdown request, Thread.State state, StackTraceElement[] stack, String lock) {
		request.sampled(this.reader.read(state, stack, lock));
		this.stacks.add(state, stack);
	}

	/**
	 * Ends a period.
	 * @return the stacks that were read, the most frequent first
	 */
	List<SampledStack> next() {
		return this.stacks.next();
	}

	private List<ThreadInfo> read(long[] ids) {
		if (ids.length == 0) {
			return List.of();
		}
		// A thread that has ended has no information.
		return Arrays.stream(this.threads.getThreadInfo(ids, DEPTH)).filter(Objects::nonNull).toList();
	}

	private String lock(@Nullable LockInfo lock, @Nullable ThreadInfo owner) {
		if (lock == null) {
			return "";
		}
		return (owner != null)
				? lock.getClassName() + " that a thread holds in " + this.reader.method(owner.getStackTrace())
				: lock.getClassName();
	}

}
