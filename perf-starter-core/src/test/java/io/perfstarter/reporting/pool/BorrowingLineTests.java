package io.perfstarter.reporting.pool;

import java.lang.StackWalker.StackFrame;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link BorrowingLine}.
 */
class BorrowingLineTests {

	@Test
	void isThatOfTheApplicationAndNotOurs() {
		assertThat(nearest("io.perfstarter.jdbc.ObservedPool", "io.perfstarter.routing.ConnectionRouter",
				"org.springframework.transaction.interceptor.TransactionInterceptor",
				"io.perfstarter.boundary.RepositoryTransaction", "io.perfstarter.async.PageRun",
				"io.perfstarter.warmup.WarmupFilter", "io.micrometer.core.aop.TimedAspect",
				"tools.jackson.databind.ser.BeanSerializer", "io.perfstarter.eviction.EvictTicketCacheAdvisor",
				"io.perfstarter.coherence.cache.GuardedCache", "io.perfstarter.reporting.ledger.TracedLayers",
				"io.perfstarter.sample.Tickets$$SpringCGLIB$$0", "io.perfstarter.sample.TicketController",
				"org.springframework.web.servlet.DispatcherServlet"))
			.isEqualTo("io.perfstarter.sample.TicketController.java:42");
	}

	@Test
	void isNotKnownWithoutAnApplication() {
		assertThat(nearest("com.zaxxer.hikari.HikariDataSource", "java.lang.Thread")).isNull();
	}

	private static String nearest(String... types) {
		return BorrowingLine.nearest(Stream.of(types).map(BorrowingLineTests::frame));
	}

	private static StackFrame frame(String type) {
		StackFrame frame = mock();
		given(frame.getClassName()).willReturn(type);
		given(frame.toStackTraceElement()).willReturn(new StackTraceElement(type, "call", type + ".java", 42));
		return frame;
	}

}
