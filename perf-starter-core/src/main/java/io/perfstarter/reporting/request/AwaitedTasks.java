package io.perfstarter.reporting.request;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.perfstarter.reporting.request.StackMarks.Mark;
import io.perfstarter.reporting.request.StackSampler.Look;
import io.perfstarter.reporting.request.StackSampler.Waiting;
import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.Position;

/**
 * Finds from stacks what the tasks do that requests wait for, on threads that know
 * nothing of the requests. A task counts for a request if a method of the request is on
 * its stack, perhaps as a lambda. Without such a task, any task may be the awaited one.
 * The sample names a task only if all possible tasks run on threads of one name.
 *
 * @param reader reads the stacks
 * @param connections knows the statements that are observed
 * @param calls knows the remote calls that are observed
 */
record AwaitedTasks(StackReader reader, ConnectionRecorder connections, RemoteCallRecorder calls) {

	// Number of waiting requests for each thread from which most requests wait in its
	// queue.
	private static final int QUEUED = 2;

	private static final String POOL = "java.util.concurrent.ThreadPoolExecutor";

	private static final Pattern NUMBER = Pattern.compile("\\d+$");

	private static final Pattern LAMBDA = Pattern.compile("lambda\\$(\\w+)\\$\\d+");

	/**
	 * Records what requests wait for.
	 * @param waiting the requests that wait for a task
	 * @param threads what was read of other threads at the same time
	 * @param names the names of all threads
	 */
	void sample(List<Waiting> waiting, List<Look> threads, List<String> names) {
		List<Task> tasks = threads.stream().filter((look) -> isTask(look.stack())).map(this::task).toList();
		Map<Waiting, List<Task>> awaited = new HashMap<>();
		waiting.forEach((one) -> awaited.put(one, awaited(one, tasks)));
		awaited.forEach((one, candidates) -> {
			if (candidates.stream().map(Task::threads).distinct().count() != 1) {
				one.request().sampled(unsure(one.position(), candidates));
				return;
			}
			// The threads are in random order, so the most frequent work is seen most
			// often.
			Task task = candidates.get(0);
			long waits = awaited.values().stream().filter((others) -> others.contains(task)).count();
			long all = names.stream().filter((name) -> group(name).equals(task.threads())).count();
			// Idle threads count, too: while some are idle, no task waits in the queue.
			boolean queued = task.pooled() && waits >= QUEUED * all;
			one.request().sampled(seen(task.position(), task.threads(), one.position(), queued));
		});
	}

	private static String group(String thread) {
		return NUMBER.matcher(thread).replaceFirst("*");
	}

	/**
	 * Returns what a thread does for which a request waits.
	 * @param task what the thread does
	 * @param thread the name of the thread
	 * @param wait where the request waits
	 * @param queued whether the request waits in the queue of such threads
	 */
	static Position seen(Position task, String thread, Position wait, boolean queued) {
		boolean computes = task.activity() == Activity.COMPUTING;
		String name = group(thread);
		if (queued && !computes) {
			return new Position(Activity.QUEUE, "awaited in %s; they %s".formatted(wait.place(), task.description()),
					"the threads " + name);
		}
		return new Position(computes ? Activity.COMPUTING_ELSEWHERE : task.activity(), task.detail(),
				"%s, on thread %s, awaited in %s".formatted(task.place(), name, wait.place()));
	}

	private static Position unsure(Position wait, List<Task> tasks) {
		String seen = tasks.stream()
			.map((task) -> "%s %s".formatted(task.threads(), task.position().description()))
			.distinct()
			.sorted()
			.limit(2)
			.collect(Collectors.joining("; "));
		return new Position(wait.activity(), seen.isEmpty() ? wait.detail() : "meanwhile " + seen, wait.place());
	}

	/**
	 * Returns the tasks that a request may wait for. A task that waits for another task
	 * counts only if all candidates do.
	 */
	private List<Task> awaited(Waiting one, List<Task> tasks) {
		Set<String> methods = methods(one.stack());
		List<Task> made = tasks.stream().filter((task) -> task.methods().stream().anyMatch(methods::contains)).toList();
		List<Task> candidates = made.isEmpty() ? tasks : made;
		List<Task> last = candidates.stream().filter((task) -> task.position().activity() != Activity.TASK).toList();
		return last.isEmpty() ? candidates : last;
	}

	private Task task(Look look) {
		return new Task(group(look.name()), position(look), methods(look.stack()),
				Arrays.stream(look.stack()).anyMatch((frame) -> frame.getClassName().equals(POOL)));
	}

	/**
	 * Returns what a thread does: the observed statement or call on it, if there is one.
	 */
	private Position position(Look look) {
		Position seen = this.reader.read(look.state(), look.stack(), look.lock());
		String statement = this.connections.statementOf(look.thread());
		if (statement != null) {
			return new Position(Activity.STATEMENT, statement, seen.place());
		}
		String target = StackReader.CALLS.contains(seen.activity()) ? this.calls.targetOf(look.thread()) : null;
		return (target != null) ? new Position(Activity.OBSERVED_CALL, target, seen.place()) : seen;
	}

	/**
	 * Returns the application's methods on a stack. A lambda counts as its method.
	 */
	private Set<String> methods(StackTraceElement[] stack) {
		return Arrays.stream(stack)
			.filter(this.reader::isOfApplication)
			.map((frame) -> frame.getClassName() + "." + LAMBDA.matcher(frame.getMethodName()).replaceFirst("$1"))
			.collect(Collectors.toSet());
	}

	/**
	 * Returns whether a thread runs a task of the application, or of a circuit breaker,
	 * that completes a future.
	 */
	private boolean isTask(StackTraceElement[] stack) {
		int outermost = IntStream.range(0, stack.length)
			.filter((frame) -> this.reader.isOfApplication(stack[frame])
					|| StackMarks.CIRCUIT_BREAKERS.of(stack[frame]) != null)
			.max()
			.orElse(stack.length);
		List<StackTraceElement> callers = Arrays.stream(stack).skip(outermost + 1).toList();
		return callers.stream().allMatch(AwaitedTasks::passesOn) && callers.stream().anyMatch(AwaitedTasks::runsTask);
	}

	private static boolean passesOn(StackTraceElement frame) {
		return StackReader.isOfJdk(frame) || frame.getClassName().contains("$$")
				|| StackMarks.WRAPPERS.of(frame) != null;
	}

	/**
	 * Returns whether a frame completes a future. The future of a periodic job is never
	 * completed.
	 */
	private static boolean runsTask(StackTraceElement frame) {
		Mark mark = StackMarks.JDK.of(frame);
		return mark != null && mark.activity() == Activity.TASK && !frame.getMethodName().equals("runAndReset");
	}

	/**
	 * A task that runs.
	 *
	 * @param threads the name of its thread without the number
	 * @param position what it does
	 * @param methods the methods of the application on its stack
	 * @param pooled whether its thread belongs to a pool with a queue
	 */
	private record Task(String threads, Position position, Set<String> methods, boolean pooled) {

	}

}
