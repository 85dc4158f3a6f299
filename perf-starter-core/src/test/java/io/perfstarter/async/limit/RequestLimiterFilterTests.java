package io.perfstarter.async.limit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.perfstarter.support.LimiterListener;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.http.HttpServletRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.mock.web.MockAsyncContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockServletContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link RequestLimiterFilter}; those with a web server are in the other
 * module.
 */
class RequestLimiterFilterTests {

	private final RequestLimiter limiter = new RequestLimiter(1, (limit) -> 1, Duration.ofMinutes(1),
			LimiterListener.NONE);

	private final List<String> calls = new ArrayList<>();

	private final RequestLimiterFilter filter = new RequestLimiterFilter(this.limiter, "/actuator/health"::equals);

	private final MockHttpServletResponse response = new MockHttpServletResponse();

	private final FilterChain chain = (request, answer) -> this.calls
		.add(((HttpServletRequest) request).getServletPath());

	@AfterEach
	void clearInterrupt() {
		Thread.interrupted();
	}

	private static MockHttpServletRequest request(String servletPath) {
		MockHttpServletRequest request = new MockHttpServletRequest("GET", servletPath);
		request.setServletPath(servletPath);
		request.setAsyncSupported(true);
		return request;
	}

	@Test
	void interruptedRequestIsRefusedAndItsThreadStaysInterrupted() throws Exception {
		this.limiter.enter();
		Thread.currentThread().interrupt();
		this.filter.doFilter(request("/tickets"), this.response, this.chain);
		assertThat(Thread.interrupted()).isTrue();
		assertThat(this.response.getStatus()).isEqualTo(503);
		assertThat(this.response.getHeader("Retry-After")).isEqualTo("1");
		assertThat(this.response.getContentAsByteArray()).isEmpty();
		assertThat(this.calls).isEmpty();
	}

	@Test
	void permitIsBackWhenTheApplicationThrows() {
		assertThatIllegalStateException()
			.isThrownBy(() -> this.filter.doFilter(request("/tickets"), this.response, (request, answer) -> {
				throw new IllegalStateException("no such ticket");
			}));
		assertThat(this.limiter.active()).isZero();
	}

	@Test
	void ungatedPathNeedsNoPermit() throws Exception {
		this.limiter.enter();
		this.filter.doFilter(request("/actuator/health"), this.response, this.chain);
		MockHttpServletRequest other = request("/actuator");
		other.setPathInfo("/health");
		this.filter.doFilter(other, this.response, this.chain);
		assertThat(this.calls).containsExactly("/actuator/health", "/actuator");
	}

	@Test
	void preflightNeedsNoPermit() throws Exception {
		this.limiter.enter();
		Thread.currentThread().interrupt();
		MockHttpServletRequest preflight = request("/tickets");
		preflight.setMethod("OPTIONS");
		preflight.addHeader("Origin", "https://front.example");
		preflight.addHeader("Access-Control-Request-Method", "GET");
		this.filter.doFilter(preflight, this.response, this.chain);
		assertThat(this.calls).containsExactly("/tickets");
		preflight.removeHeader("Access-Control-Request-Method");
		this.filter.doFilter(preflight, this.response, this.chain);
		assertThat(this.response.getStatus()).isEqualTo(503);
	}

	@Test
	void asynchronousRequestThatStartsAgainKeepsItsPermit() throws Exception {
		MockHttpServletRequest request = request("/tickets");
		this.filter.doFilter(request, this.response, (current, answer) -> current.startAsync());
		MockAsyncContext first = (MockAsyncContext) request.getAsyncContext();
		MockAsyncContext second = new MockAsyncContext(request, this.response);
		first.getListeners().get(0).onStartAsync(new AsyncEvent(second));
		assertThat(this.limiter.active()).isOne();
		second.complete();
		assertThat(this.limiter.active()).isZero();
	}

	@Test
	void endOfTheRequestCountsWhereNoListenerIsCalled() throws Exception {
		MockHttpServletRequest request = request("/tickets");
		this.filter.doFilter(request, this.response, (current, answer) -> current.startAsync());
		ServletRequestEvent end = new ServletRequestEvent(new MockServletContext(), request);
		this.filter.requestDestroyed(end);
		assertThat(this.limiter.active()).as("the first dispatch has ended").isOne();
		request.setAsyncStarted(false);
		this.filter.requestDestroyed(end);
		this.filter.requestDestroyed(end);
		assertThat(this.limiter.active()).isZero();
		this.filter.requestDestroyed(new ServletRequestEvent(new MockServletContext(), request("/other")));
		assertThat(this.limiter.active()).isZero();
	}

	@Test
	void endOfTheRequestDuringItsErrorPageIsLeftToTheListeners() throws Exception {
		AtomicBoolean dispatching = new AtomicBoolean();
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/tickets") {

			@Override
			public boolean isAsyncStarted() {
				if (dispatching.get()) {
					throw new IllegalStateException("A thread of Tomcat dispatches");
				}
				return super.isAsyncStarted();
			}

		};
		request.setServletPath("/tickets");
		request.setAsyncSupported(true);
		this.filter.doFilter(request, this.response, (current, answer) -> current.startAsync());
		dispatching.set(true);
		this.filter.requestDestroyed(new ServletRequestEvent(new MockServletContext(), request));
		assertThat(this.limiter.active()).isOne();
	}

	@Test
	void permitIsBackOnceWhenAnAsynchronousRequestFailsAndIsComplete() throws Exception {
		MockHttpServletRequest request = request("/tickets");
		this.filter.doFilter(request, this.response, (current, answer) -> current.startAsync());
		MockAsyncContext context = (MockAsyncContext) request.getAsyncContext();
		AsyncEvent event = new AsyncEvent(context);
		context.getListeners().get(0).onTimeout(event);
		context.getListeners().get(0).onError(event);
		this.limiter.enter();
		context.complete();
		assertThat(this.limiter.active()).isOne();
	}

}
