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
		return StackWalker.getInstance()
			.walk((frames) -> frames.filter((frame) -> isOfApplication(frame.getClassName()))
				.findFirst()
				.map(StackFrame::toStackTraceElement)
				.map(CallSite::describe)
				.orElse(UNKNOWN));
	}

	/**
	 * The line of the application that is nearest to the end of a stack.
	 */
	static String of(StackTraceElement[] stack) {
		return Stream.of(stack)
			.filter((element) -> isOfApplication(element.getClassName()))
			.findFirst()
			.map(CallSite::describe)
			.orElse(UNKNOWN);
	}

	private static String describe(StackTraceElement element) {
		return element.getFileName() + ":" + element.getLineNumber();
	}

	private static boolean isOfApplication(String type) {
		Predicate<String> begins = type::startsWith;
		return LIBRARIES.stream().noneMatch(begins) && OWN.stream().noneMatch(begins) && !type.contains("$$")
				&& !type.contains("$Proxy");
	}

}
