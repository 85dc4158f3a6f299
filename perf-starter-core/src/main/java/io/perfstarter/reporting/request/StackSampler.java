package io.perfstarter.reporting.request;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.Position;
import io.perfstarter.reporting.window.SampledStack;
import org.jspecify.annotations.Nullable;

/**
 * Reads the stacks of threads that process requests which may become slow. The JVM stops
 * all threads meanwhile, so the sampler reads a limited number of stacks, chosen at
 * random. Then it rests, so that reading takes at most one percent of the time. The rest
 * is at most a second, because on a busy machine most of the reading time is waiting.
 * Confined to one thread.
 */
final class StackSampler {

	/**
	 * Maximum number of stacks at once.
	 */
	static final int MOST = 16;

	// Minimum ratio of rest to work.
	private static final int REST = 100;

	private static final long LONGEST_REST = Duration.ofSeconds(1).toNanos();

	private static final int DEPTH = 160;

	// Maximum number of stacks of other threads that requests may wait for.
	private static final int OTHERS = 64;

	private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

	private final ThreadFigures figures = new ThreadFigures();

	private final Random random;

	private final LongSupplier clock;

	private final StackReader reader;

	private final AwaitedTasks tasks;

	private final SampledStacks stacks = new SampledStacks();

	private final JdkHttpClients clients = new JdkHttpClients();

	private long restsUntil;

	// The number of requests in the last choice.
	private int candidates;

	StackSampler(Random random, LongSupplier clock, StackReader reader, AwaitedTasks tasks) {
		this.random = random;
		this.clock = clock;
		this.reader = reader;
		this.tasks = tasks;
		this.restsUntil = clock.getAsLong();
	}

	/**
	 * Reads the stacks of some requests.
	 * @param requests the requests in flight
	 * @param age the minimum age of a request to sample, in nanoseconds
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
		Map<Thread, Look> looks = look(chosen.stream().map(Map.Entry::getKey));
		List<Waiting> waiting = new ArrayList<>();
		List<Waiting> calling = new ArrayList<>();
		chosen.forEach((one) -> sampled(one.getValue(), looks.get(one.getKey()), waiting, calling));
		if (!waiting.isEmpty()) {
			follow(waiting);
		}
		if (!calling.isEmpty()) {
			followCalls(calling);
		}
		long now = this.clock.getAsLong();
		this.restsUntil = now + Math.min(REST * (now - before), LONGEST_REST);
	}

	/**
	 * Reads the CPU time of the threads of new requests. Stops no thread.
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
		List<Map.Entry<Thread, TimeBreakdown>> all = new ArrayList<>();
		for (TimeBreakdown request : requests) {
			Thread thread = request.threadToSample(startedBefore);
			if (thread != null) {
				all.add(Map.entry(thread, request));
			}
			else {
				request.sampleWithoutThread(startedBefore);
			}
		}
		this.candidates = all.size();
		Collections.shuffle(all, this.random);
		return all.subList(0, Math.min(MOST, all.size()));
	}

	private void sampled(TimeBreakdown request, @Nullable Look look, List<Waiting> waiting, List<Waiting> calling) {
		if (look == null) {
			return;
		}
		Position position = read(look);
		if (request.waits(position)) {
			waiting.add(new Waiting(request, look.stack(), position));
		}
		else if (position.activity() == Activity.HTTP_CALL && look.state() != Thread.State.RUNNABLE) {
			calling.add(new Waiting(request, look.stack(), position));
		}
		else {
			request.sampled(position);
		}
	}

	private Position read(Look look) {
		this.stacks.add(look.state(), look.stack());
		return this.reader.read(look.state(), look.stack(), look.lock());
	}

	/**
	 * Reads what requests wait for: first their helpers, then tasks on other threads.
	 */
	private void follow(List<Waiting> waiting) {
		Map<Thread, Look> helpers = look(
				waiting.stream().map((one) -> one.request().helper()).filter(Objects::nonNull));
		List<Waiting> unknown = new ArrayList<>();
		for (Waiting one : waiting) {
			Look helper = helpers.get(one.request().helper());
			Waiting last = (helper != null) ? new Waiting(one.request(), helper.stack(),
					AwaitedTasks.seen(read(helper), helper.name(), one.position(), false)) : one;
			if (last.position().activity() == Activity.TASK) {
				unknown.add(last);
			}
			else {
				last.request().sampled(last.position());
			}
		}
		if (!unknown.isEmpty()) {
			followElsewhere(unknown);
		}
	}

	/**
	 * Records calls of clients that open connections on their own threads, which the
	 * stacks of callers do not show. Each call counts as connecting with the probability
	 * handshakes / candidates.
	 */
	private void followCalls(List<Waiting> calling) {
		List<ThreadInfo> all = allThreads();
		long handshakes = some(all, (info) -> info.getThreadState() == Thread.State.RUNNABLE)
			.filter(Look::computesHandshake)
			.count();
		boolean newClients = this.clients.created(names(all)) >= calling.size();
		for (Waiting call : calling) {
			Position seen = call.position();
			boolean isNew = newClients && seen.detail().equals(StackMarks.JDK_CLIENT);
			boolean connects = this.random.nextInt(this.candidates) < handshakes;
			call.request()
				.sampled(new Position(connects ? Activity.CONNECTING : Activity.HTTP_CALL,
						seen.detail() + (isNew ? Position.NEW_CLIENT : ""), seen.place()));
		}
	}

	private void followElsewhere(List<Waiting> waiting) {
		List<ThreadInfo> all = allThreads();
		this.tasks.sample(waiting, some(all, (info) -> !isIdle(info.getLockInfo())).toList(), names(all));
	}

	private static List<String> names(List<ThreadInfo> threads) {
		return threads.stream().map(ThreadInfo::getThreadName).toList();
	}

	/**
	 * Returns all platform threads without their stacks. The JVM stops no thread for
	 * this.
	 */
	private List<ThreadInfo> allThreads() {
		return Arrays.stream(this.threads.getThreadInfo(this.threads.getAllThreadIds(), 0))
			.filter(Objects::nonNull)
			.toList();
	}

	private Stream<Look> some(List<ThreadInfo> threads, Predicate<ThreadInfo> wanted) {
		long[] ids = threads.stream().filter(wanted).mapToLong(ThreadInfo::getThreadId).toArray();
		int first = this.random.nextInt(Math.max(1, ids.length));
		return read(IntStream.range(0, Math.min(ids.length, OTHERS)).mapToLong((i) -> ids[(first + i) % ids.length]));
	}

	/**
	 * Returns whether a thread waits for a signal, as idle threads do.
	 */
	private static boolean isIdle(@Nullable LockInfo lock) {
		return lock != null && StackMarks.QUEUES.of(new StackTraceElement(lock.getClassName(), "", null, -1)) != null;
	}

	/**
	 * Reads threads. Threads that have ended are missing.
	 */
	private Map<Thread, Look> look(Stream<Thread> threads) {
		Map<Thread, Look> looks = new HashMap<>();
		Map<Long, Thread> platform = new HashMap<>();
		threads.forEach((thread) -> {
			if (ThreadFigures.isVirtual(thread)) {
				looks.put(thread,
						new Look(thread.getId(), thread.getName(), thread.getState(), thread.getStackTrace(), ""));
			}
			else {
				platform.put(thread.getId(), thread);
			}
		});
		read(platform.keySet().stream().mapToLong(Long::longValue))
			.forEach((look) -> looks.put(Objects.requireNonNull(platform.get(look.thread())), look));
		return looks;
	}

	private Stream<Look> read(LongStream ids) {
		List<ThreadInfo> infos = infos(ids);
		Map<Long, ThreadInfo> owners = new HashMap<>();
		infos(infos.stream().mapToLong(ThreadInfo::getLockOwnerId).filter((id) -> id >= 0).distinct())
			.forEach((info) -> owners.put(info.getThreadId(), info));
		long[] found = owners.isEmpty() ? null : this.threads.findDeadlockedThreads();
		Set<Long> deadlocked = (found != null) ? Arrays.stream(found).boxed().collect(Collectors.toSet()) : Set.of();
		return infos.stream()
			.map((info) -> new Look(info.getThreadId(), info.getThreadName(), info.getThreadState(),
					info.getStackTrace(), lock(info.getLockInfo(), owners.get(info.getLockOwnerId()))
							+ (deadlocked.contains(info.getLockOwnerId()) ? Position.IN_DEADLOCK : "")));
	}

	/**
	 * Ends a period.
	 * @return the stacks that were read, the most frequent first
	 */
	List<SampledStack> next() {
		return this.stacks.next();
	}

	private List<ThreadInfo> infos(LongStream threads) {
		long[] ids = threads.toArray();
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

	/**
	 * The state of a thread at a look.
	 *
	 * @param thread its identifier
	 * @param name its name
	 * @param state its state
	 * @param stack its stack, the innermost frame first
	 * @param lock describes the lock that it waits for, empty if unknown
	 */
	record Look(long thread, String name, Thread.State state, StackTraceElement[] stack, String lock) {

		// The task of a handshake, which the TLS engine of the JDK leaves to its user.
		private static final String HANDSHAKE = "sun.security.ssl.SSLEngineImpl$DelegatedTask";

		boolean computesHandshake() {
			return Arrays.stream(this.stack).anyMatch((frame) -> frame.getClassName().equals(HANDSHAKE));
		}

	}

	/**
	 * A request that waits for another thread.
	 *
	 * @param request the request
	 * @param stack the stack of its last known thread
	 * @param position the position of that thread
	 */
	record Waiting(TimeBreakdown request, StackTraceElement[] stack, Position position) {

	}

	/**
	 * Counts the stacks of a period. Confined to one thread.
	 */
	static final class SampledStacks {

		/**
		 * Maximum number of different stacks, which bounds the memory.
		 */
		static final int MOST = 32;

		private final Map<SampledStack, Integer> times = new HashMap<>();

		void add(Thread.State state, StackTraceElement[] frames) {
			SampledStack stack = new SampledStack(state, List.of(frames), 1);
			if (this.times.size() < MOST || this.times.containsKey(stack)) {
				this.times.merge(stack, 1, Integer::sum);
			}
		}

		/**
		 * Ends a period.
		 * @return its stacks, the most frequent first
		 */
		List<SampledStack> next() {
			List<SampledStack> stacks = this.times.entrySet()
				.stream()
				.map((entry) -> new SampledStack(entry.getKey().state(), entry.getKey().frames(), entry.getValue()))
				.sorted(Comparator.comparingInt(SampledStack::times).reversed())
				.toList();
			this.times.clear();
			return stacks;
		}

	}

	/**
	 * Counts new HTTP clients of the JDK, by the numbers in the names of their threads.
	 * Not thread-safe.
	 */
	static final class JdkHttpClients {

		private static final Pattern THREAD = Pattern.compile("HttpClient-(\\d+)-SelectorManager");

		private OptionalLong newest = OptionalLong.empty();

		/**
		 * Returns how many clients were created since the last call.
		 * @param threads the names of all threads
		 * @return the number, 0 at the first call
		 */
		long created(List<String> threads) {
			long before = this.newest.orElse(Long.MAX_VALUE);
			long now = threads.stream()
				.map(THREAD::matcher)
				.filter(Matcher::matches)
				.mapToLong((thread) -> Long.parseLong(thread.group(1)))
				.max()
				.orElse(0);
			this.newest = OptionalLong.of(Math.max(now, this.newest.orElse(0)));
			return Math.max(0, now - before);
		}

	}

}
