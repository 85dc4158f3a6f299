package io.perfstarter.reporting.request;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.perfstarter.reporting.request.StackMarks.Mark;
import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.Position;
import io.perfstarter.support.ApplicationCode;
import org.jspecify.annotations.Nullable;

/**
 * Determines from the stack of a thread what it does.
 *
 * @param application the application's code; positions name its methods
 */
record StackReader(ApplicationCode application) {

	/**
	 * Waits that often occur inside a library: its name then says more.
	 */
	private static final Set<Activity> WAYS = EnumSet.of(Activity.TASK, Activity.SIGNAL, Activity.PERMIT,
			Activity.NETWORK);

	/**
	 * Activities in which a thread in a native method waits. Any other native method
	 * computes.
	 */
	private static final Set<Activity> NATIVE = EnumSet.of(Activity.NETWORK, Activity.FILE, Activity.LOCK,
			Activity.SIGNAL, Activity.SLEEP, Activity.PROCESS);

	static final Set<Activity> CALLS = EnumSet.of(Activity.HTTP_CALL, Activity.REMOTE_CALL);

	private static final String CALLER_RUNS = "java.util.concurrent.ThreadPoolExecutor$CallerRunsPolicy";

	private static final String RUN_BY_CALLER = ", run by the thread that submitted it because its executor is full";

	private static final Set<String> CHECKS = Set.of("isConnectionDead", "isConnectionAlive");

	/**
	 * Reads a stack.
	 * @param state the state of the thread
	 * @param stack its stack, the innermost frame first
	 * @param lock describes the lock that the thread waits for, empty if unknown
	 * @return what the thread does
	 */
	Position read(Thread.State state, StackTraceElement[] stack, String lock) {
		int logging = IntStream.range(0, stack.length)
			.filter((frame) -> StackMarks.LOGGING.of(stack[frame]) != null)
			.max()
			.orElse(-1);
		int application = applicationFrame(stack, logging + 1);
		String line = place(stack, application, StackReader::line);
		if (logging >= 0) {
			return new Position(Activity.LOGGING, "", line);
		}
		if (checksConnection(stack)) {
			return new Position(Activity.CONNECTION_CHECK, "", line);
		}
		Activity activity = activity(state, stack, first(StackMarks.JDK, stack, application));
		Mark step = first(StackMarks.STEPS, stack, application);
		Mark library = (step != null || WAYS.contains(activity)) ? first(StackMarks.LIBRARIES, stack, application)
				: null;
		if (step != null && (library == null || CALLS.contains(library.activity()))) {
			return new Position(step.activity(),
					(step.title().isEmpty() && library != null) ? library.title() : step.title(), line);
		}
		if (library != null) {
			return new Position(library.activity(), library.title(), line);
		}
		// A computing thread is seen at many lines, so only its method is named.
		boolean computes = activity == Activity.COMPUTING;
		return new Position(activity, computes ? work(stack, application) : (activity != Activity.LOCK) ? "" : lock,
				computes ? place(stack, application, StackReader::method) : line);
	}

	private static String work(StackTraceElement[] stack, int application) {
		Mark work = first(StackMarks.WORK, stack, application);
		return (work != null) ? work.title() : "";
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

	boolean isOfApplication(StackTraceElement frame) {
		return this.application.contains(frame.getClassName());
	}

	/**
	 * Returns the index of the innermost frame of the application, the length of the
	 * stack if there is none.
	 */
	private int applicationFrame(StackTraceElement[] stack, int from) {
		return IntStream.range(from, stack.length)
			.filter((frame) -> isOfApplication(stack[frame]))
			.findFirst()
			.orElse(stack.length);
	}

	/**
	 * Returns whether HikariCP checks an idle connection before it lends this connection.
	 */
	private static boolean checksConnection(StackTraceElement[] stack) {
		return Arrays.stream(stack)
			.anyMatch((frame) -> frame.getClassName().equals("com.zaxxer.hikari.pool.PoolBase")
					&& CHECKS.contains(frame.getMethodName()));
	}

	/**
	 * Returns the method of the application in which a thread is, and the method that
	 * calls it.
	 * @param stack the stack of the thread
	 * @return the innermost method of the application, or of a library if there is none;
	 * empty if there is neither
	 */
	String method(StackTraceElement[] stack) {
		return place(stack, applicationFrame(stack, 0), StackReader::method);
	}

	private String place(StackTraceElement[] stack, int application, Function<StackTraceElement, String> described) {
		if (application == stack.length) {
			return Arrays.stream(stack).filter((frame) -> !isOfJdk(frame)).findFirst().map(described).orElse("");
		}
		return described.apply(stack[application])
				+ caller(stack, application).map((frame) -> ", called by " + described.apply(frame)).orElse("")
				+ (runsInCaller(stack, application) ? RUN_BY_CALLER : "");
	}

	/**
	 * Returns whether the thread that submitted a task runs the task, because the
	 * executor has rejected it.
	 */
	private static boolean runsInCaller(StackTraceElement[] stack, int task) {
		return Arrays.stream(stack, task, stack.length).anyMatch((frame) -> frame.getClassName().equals(CALLER_RUNS));
	}

	/**
	 * Returns the frame in which another class of the application calls the class of a
	 * frame. The called class is a helper then.
	 */
	private Optional<StackTraceElement> caller(StackTraceElement[] stack, int helper) {
		String type = outermost(stack[helper]);
		return Arrays.stream(stack, helper + 1, stack.length)
			.filter((frame) -> !isOfJdk(frame) && !outermost(frame).equals(type))
			.findFirst()
			.filter(this::isOfApplication);
	}

	private static String outermost(StackTraceElement frame) {
		String type = frame.getClassName();
		int end = type.indexOf('$');
		return (end < 0) ? type : type.substring(0, end);
	}

	static boolean isOfJdk(StackTraceElement frame) {
		String module = frame.getModuleName();
		return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
	}

	private static String method(StackTraceElement frame) {
		return frame.getClassName() + "." + frame.getMethodName();
	}

	private static String line(StackTraceElement frame) {
		return "%s(%s:%s)".formatted(method(frame), frame.getFileName(), frame.getLineNumber());
	}

}
