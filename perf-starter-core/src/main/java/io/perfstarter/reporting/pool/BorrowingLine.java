package io.perfstarter.reporting.pool;

import java.lang.StackWalker.StackFrame;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Finds the line of the application that borrows a connection.
 */
final class BorrowingLine {

	private static final StackWalker WALKER = StackWalker.getInstance();

	/**
	 * Between an application and its pool.
	 */
	private static final List<String> LIBRARIES = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "jakarta.",
			"kotlin.", "org.springframework.", "org.hibernate.", "com.zaxxer.", "org.aopalliance.", "org.apache.",
			"org.jooq.", "org.mybatis.", "io.micrometer.", "tools.jackson.", "com.fasterxml.", "io.perfstarter.jdbc.",
			"io.perfstarter.routing.", "io.perfstarter.boundary.", "io.perfstarter.async.", "io.perfstarter.eviction.",
			"io.perfstarter.coherence.", "io.perfstarter.warmup.", "io.perfstarter.reporting.ledger.",
			PoolFacts.class.getName(), BorrowingLine.class.getName());

	private static final int FRAMES = 200;

	private BorrowingLine() {
	}

	/**
	 * The line that is nearest to where the calling thread is.
	 * @return class and line, without the package; {@code null} if there is none
	 */
	static @Nullable String current() {
		return WALKER.walk(BorrowingLine::nearest);
	}

	/**
	 * The same for a stack.
	 */
	static @Nullable String nearest(Stream<StackFrame> stack) {
		return stack.limit(FRAMES)
			.filter((frame) -> isOfApplication(frame.getClassName()))
			.findFirst()
			.map(StackFrame::toStackTraceElement)
			.map((element) -> element.getFileName() + ":" + element.getLineNumber())
			.orElse(null);
	}

	private static boolean isOfApplication(String type) {
		Predicate<String> begins = type::startsWith;
		return LIBRARIES.stream().noneMatch(begins) && !type.contains("$$") && !type.contains("$Proxy");
	}

}
