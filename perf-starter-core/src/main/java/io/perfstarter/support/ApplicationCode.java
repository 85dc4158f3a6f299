package io.perfstarter.support;

import java.lang.StackWalker.StackFrame;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * The code of the application: what is in its base packages. All other code counts as
 * libraries. Immutable.
 */
public final class ApplicationCode {

	private static final StackWalker WALKER = StackWalker.getInstance();

	private static final int FRAMES = 200;

	private final Set<String> packages;

	/**
	 * Creates the code of an application.
	 * @param packages the base packages, which include their subpackages
	 */
	public ApplicationCode(Collection<String> packages) {
		this.packages = Set.copyOf(packages);
	}

	/**
	 * Returns whether a class belongs to the application.
	 * @param type the fully qualified class name
	 * @return {@code true} for classes in a base package and for classes without a
	 * package; {@code false} for generated classes
	 */
	public boolean contains(String type) {
		if (type.contains("$$") || type.contains("$Proxy")) {
			return false;
		}
		String name = ClassUtils.getPackageName(type);
		for (String parent = name; !parent.isEmpty(); parent = ClassUtils.getPackageName(parent)) {
			if (this.packages.contains(parent)) {
				return true;
			}
		}
		return name.isEmpty();
	}

	/**
	 * Returns the source line of the innermost frame of the application on the current
	 * thread's stack.
	 * @return file name and line number, such as {@code Orders.java:57}; {@code null} if
	 * the stack contains no frame of the application
	 */
	public @Nullable String nearestLine() {
		return WALKER
			.walk((frames) -> frames.limit(FRAMES).filter((frame) -> contains(frame.getClassName())).findFirst())
			.map(StackFrame::toStackTraceElement)
			.map(ApplicationCode::line)
			.orElse(null);
	}

	/**
	 * Returns the source line of the innermost frame of the application in a stack trace.
	 * @param stack the stack trace of a thread, innermost frame first
	 * @return file name and line number, such as {@code Orders.java:57}; {@code null} if
	 * the stack contains no frame of the application
	 */
	public @Nullable String nearestLine(StackTraceElement[] stack) {
		return Arrays.stream(stack)
			.filter((element) -> contains(element.getClassName()))
			.findFirst()
			.map(ApplicationCode::line)
			.orElse(null);
	}

	private static String line(StackTraceElement element) {
		return element.getFileName() + ":" + element.getLineNumber();
	}

}
