package io.perfstarter.boundary;

import java.lang.StackWalker.StackFrame;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds the line of the application in a stack.
 */
final class CallSite {

	/**
	 * Libraries between an application and a remote call.
	 */
	private static final List<String> LIBRARIES = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "jakarta.",
			"kotlin.", "kotlinx.", "org.springframework.", "io.micrometer.", "reactor.", "io.netty.", "feign.",
			"org.apache.", "okhttp3.", "retrofit2.", "org.hibernate.", "com.zaxxer.", "org.aopalliance.");

	private static final List<String> OWN = List.of("io.perfstarter.remote.RemoteCalls",
			RemoteCallWitness.class.getName(), AllowedRemoteCalls.class.getName(), CallSite.class.getName());

	private static final String UNKNOWN = "an unknown line";

	private CallSite() {
	}

	/**
	 * The line of the application that is nearest to where the calling thread is.
	 * @return class and line, without the package
	 */
	static String current() {
		return StackWalker.getInstance().walk((frames) -> nearest(frames.map(StackFrame::toStackTraceElement)));
	}

	/**
	 * The line of the application that is nearest to the end of a stack.
	 */
	static String of(StackTraceElement[] stack) {
		return nearest(Stream.of(stack));
	}

	private static String nearest(Stream<StackTraceElement> stack) {
		return stack.filter((element) -> isOfApplication(element.getClassName()))
			.findFirst()
			.map((element) -> element.getFileName() + ":" + element.getLineNumber())
			.orElse(UNKNOWN);
	}

	private static boolean isOfApplication(String type) {
		Predicate<String> begins = type::startsWith;
		return LIBRARIES.stream().noneMatch(begins) && OWN.stream().noneMatch(begins) && !type.contains("$$")
				&& !type.contains("$Proxy");
	}

}
