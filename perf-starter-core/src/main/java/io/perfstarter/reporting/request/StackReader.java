package io.perfstarter.reporting.request;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

import io.perfstarter.reporting.request.StackMarks.Mark;
import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.Position;
import io.perfstarter.support.ApplicationCode;
import org.jspecify.annotations.Nullable;

/**
 * Determines from the stack of a thread what it does. Stateless and thread-safe.
 */
final class StackReader {

	/**
	 * Ways to wait that libraries use for calls of other processes, so that the library
	 * says more.
	 */
	private static final Set<Activity> WAYS = EnumSet.of(Activity.TASK, Activity.SIGNAL, Activity.NETWORK);

	/**
	 * What a thread in a native method may wait for. Another native method computes.
	 */
	private static final Set<Activity> NATIVE = EnumSet.of(Activity.NETWORK, Activity.FILE, Activity.NAME_LOOKUP,
			Activity.SIGNAL, Activity.SLEEP, Activity.PROCESS);

	private static final Set<String> CHECKS = Set.of("isConnectionDead", "isConnectionAlive");

	private StackReader() {
	}

	/**
	 * Reads a stack.
	 * @param state the state of the thread
	 * @param stack its stack, the innermost frame first
	 * @param lock describes the lock that it waits for, empty if unknown
	 * @return what the thread does
	 */
	static Position read(Thread.State state, StackTraceElement[] stack, String lock) {
		int logging = IntStream.range(0, stack.length)
			.filter((frame) -> StackMarks.LOGGING.of(stack[frame]) != null)
			.max()
			.orElse(-1);
		int application = applicationFrame(stack, logging + 1);
		if (logging >= 0) {
			return new Position(Activity.LOGGING, "", line(stack, application));
		}
		if (checksConnection(stack)) {
			return new Position(Activity.CONNECTION_CHECK, "", line(stack, application));
		}
		Activity activity = activity(state, stack, first(StackMarks.JDK, stack, application));
		Mark step = first(StackMarks.STEPS, stack, application);
		Mark library = (step != null || WAYS.contains(activity)) ? first(StackMarks.LIBRARIES, stack, application)
				: null;
		if (step != null && (library == null || library.activity() == Activity.REMOTE_CALL)) {
			return new Position(step.activity(),
					(step.title().isEmpty() && library != null) ? library.title() : step.title(),
					line(stack, application));
		}
		if (library != null) {
			return new Position(library.activity(), library.title(), line(stack, application));
		}
		if (activity == Activity.COMPUTING) {
			Mark work = first(StackMarks.WORK, stack, application);
			// A thread that computes is seen at many lines.
			return new Position(activity, (work != null) ? work.title() : "", method(stack, application));
		}
		return new Position(activity, (activity != Activity.LOCK) ? "" : lock, line(stack, application));
	}

	private static Activity activity(Thread.State state, StackTraceElement[] stack, @Nullable Mark way) {
		Activity activity = (way != null) ? way.activity() : Activity.SIGNAL;
		return switch (state) {
			case BLOCKED -> (activity != Activity.CLASS_LOADING) ? Activity.LOCK : activity;
			case WAITING, TIMED_WAITING -> activity;
			default -> runnable(stack, way);
		};
	}

	private static Activity runnable(StackTraceElement[] stack, @Nullable Mark way) {
		if (way == null) {
			return Activity.COMPUTING;
		}
		boolean waits = stack[0].isNativeMethod() && NATIVE.contains(way.activity());
		return (waits || way.activity() == Activity.CLASS_LOADING) ? way.activity() : Activity.COMPUTING;
	}

	private static @Nullable Mark first(StackMarks marks, StackTraceElement[] stack, int end) {
		for (int frame = 0; frame < end; frame++) {
			Mark mark = marks.of(stack[frame]);
			if (mark != null) {
				return mark;
			}
		}
		return null;
	}

	private static boolean isOfApplication(StackTraceElement frame) {
		return ApplicationCode.contains(frame.getClassName()) && StackMarks.LIBRARIES.of(frame) == null;
	}

	/**
	 * Returns the index of the innermost frame of the application, the length of the
	 * stack if there is none.
	 */
	private static int applicationFrame(StackTraceElement[] stack, int from) {
		return IntStream.range(from, stack.length)
			.filter((frame) -> isOfApplication(stack[frame]))
			.findFirst()
			.orElse(stack.length);
	}

	/**
	 * Returns whether HikariCP checks an idle connection, which it does before it lends
	 * it.
	 */
	private static boolean checksConnection(StackTraceElement[] stack) {
		return Arrays.stream(stack)
			.anyMatch((frame) -> frame.getClassName().equals("com.zaxxer.hikari.pool.PoolBase")
					&& CHECKS.contains(frame.getMethodName()));
	}

	/**
	 * Returns the method of the application in which a thread is.
	 * @param stack the stack of the thread
	 * @return the innermost method of the application, or of a library if there is none;
	 * empty if there is none of both
	 */
	static String method(StackTraceElement[] stack) {
		return method(stack, applicationFrame(stack, 0));
	}

	private static String method(StackTraceElement[] stack, int application) {
		return place(stack, application).map((frame) -> frame.getClassName() + "." + frame.getMethodName()).orElse("");
	}

	private static String line(StackTraceElement[] stack, int application) {
		return place(stack, application)
			.map((frame) -> "%s.%s(%s:%s)".formatted(frame.getClassName(), frame.getMethodName(), frame.getFileName(),
					frame.getLineNumber()))
			.orElse("");
	}

	private static Optional<StackTraceElement> place(StackTraceElement[] stack, int application) {
		return (application < stack.length) ? Optional.of(stack[application])
				: Arrays.stream(stack).filter((frame) -> !ApplicationCode.isOfJdk(frame.getClassName())).findFirst();
	}

}
