package io.perfstarter.reporting.request;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.support.ApplicationCode;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.mock.web.MockAsyncContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.util.ReflectionTestUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link TimeBreakdownFilter}.
 */
class TimeBreakdownFilterTests {

	private static final String PATTERN = "org.springframework.web.servlet.HandlerMapping.bestMatchingPattern";

	private static final String WARMUP = "io.perfstarter.warmup";

	private final List<ServedRequest> served = new ArrayList<>();

	private final Requests requests = new Requests(new SlowThresholds(Duration.ZERO, Map.of()), () -> 0, () -> -1,
			this.served::add, new ApplicationCode(Set.of()));

	private final TimeBreakdownFilter filter = new TimeBreakdownFilter(this.requests,
			(request) -> request.getAttribute(WARMUP) != null,
			(request) -> Objects.requireNonNullElse(request.getHeader("trace"), ""));

	private final MockHttpServletRequest request = new MockHttpServletRequest("GET", "/orders/7");

	private final MockHttpServletResponse response = new MockHttpServletResponse();

	private final List<TimeBreakdown> seen = new ArrayList<>();

	private final FilterChain looking = (request, response) -> this.seen.add(CurrentTimeBreakdown.get());

	@AfterEach
	void nothingIsLeft() {
		assertThat(CurrentTimeBreakdown.replace(null)).isNull();
	}

	@Test
	void requestHasATimeBreakdownUntilItIsOver() throws Exception {
		this.filter.doFilter(this.request, this.response, this.looking);
		assertThat(this.seen).singleElement().matches((breakdown) -> breakdown != null && !breakdown.isOpen());
		assertThat(this.served).hasSize(1);
	}

	@ParameterizedTest
	@CsvSource({ "GET, /orders/{id}, GET /orders/{id}", "PATCH, /**, PATCH /**", "GET, , GET (no pattern)",
			"BREW, /pots, OTHER /pots", "get, /pots, OTHER /pots" })
	void routeIsMethodAndPattern(String method, String pattern, String route) throws Exception {
		this.request.setMethod(method);
		this.filter.doFilter(this.request, this.response,
				(request, response) -> request.setAttribute(PATTERN, pattern));
		assertThat(this.served).extracting(ServedRequest::route).containsExactly(route);
	}

	@Test
	void statusIsThatOfTheAnswer() throws Exception {
		this.filter.doFilter(this.request, this.response,
				(request, response) -> ((HttpServletResponse) response).sendError(404));
		assertThat(this.served).extracting(ServedRequest::status).containsExactly(404);
	}

	@Test
	void reportIsNotAboutItself() throws Exception {
		this.filter.doFilter(this.request, this.response, (request, response) -> this.requests.ignoreCurrent());
		assertThat(this.served).isEmpty();
		assertThat(this.requests.next().count()).isZero();
		assertThat((Map<?, ?>) ReflectionTestUtils.getField(this.requests, "open")).isEmpty();
	}

	@Test
	void routeOfTheApplicationMayHaveTheNameOfTheReport() throws Exception {
		this.filter.doFilter(this.request, this.response,
				(request, response) -> request.setAttribute(PATTERN, "/docs/whyslow"));
		assertThat(this.served).extracting(ServedRequest::route).containsExactly("GET /docs/whyslow");
	}

	@Test
	void traceIsThatOfTheRequest() throws Exception {
		this.request.addHeader("trace", "4bf92f35");
		this.filter.doFilter(this.request, this.response, this.looking);
		assertThat(this.served).extracting(ServedRequest::traceId).containsExactly("4bf92f35");
	}

	@Test
	void whatTheApplicationThrowsArrivesAndIsAnErrorOfTheServer() {
		assertThatIllegalStateException()
			.isThrownBy(() -> this.filter.doFilter(this.request, this.response, (request, response) -> {
				throw new IllegalStateException("no such order");
			}));
		assertThat(this.served).extracting(ServedRequest::status).containsExactly(500);
	}

	@Test
	void nothingIsKeptOfRequestsOfTheWarmupThoughTheyHaveOneToo() throws Exception {
		this.request.setAttribute(WARMUP, true);
		this.filter.doFilter(this.request, this.response, this.looking);
		assertThat(this.seen).singleElement().matches((breakdown) -> breakdown != null && !breakdown.isOpen());
		assertThat(this.served).isEmpty();
		assertThat(this.requests.next().count()).isZero();
	}

	@Test
	void whatIsNoRequestOfHttpPasses() throws Exception {
		this.filter.doFilter(mock(ServletRequest.class), mock(ServletResponse.class), this.looking);
		assertThat(this.seen).containsExactly((TimeBreakdown) null);
		assertThat(this.served).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "FORWARD", "INCLUDE", "ERROR", "ASYNC" })
	void dispatchesWithinAreNoRequests(DispatcherType type) throws Exception {
		this.filter.doFilter(this.request, this.response, (request, response) -> {
			this.request.setDispatcherType(type);
			this.filter.doFilter(request, response, this.looking);
		});
		assertThat(this.seen).singleElement().isNotNull();
		assertThat(this.served).hasSize(1);
	}

	@Test
	void asynchronousRequestIsOverWhenItIsComplete() throws Exception {
		startAsync();
		assertThat(this.served).isEmpty();
		this.request.setDispatcherType(DispatcherType.ASYNC);
		this.filter.doFilter(this.request, this.response, (request, response) -> {
			this.looking.doFilter(request, response);
			request.setAttribute(PATTERN, "/error");
		});
		assertThat(this.served).isEmpty();
		assertThat(this.seen).singleElement().matches((breakdown) -> breakdown != null && breakdown.isOpen());
		this.response.setStatus(202);
		this.request.getAsyncContext().complete();
		assertThat(this.served).singleElement().satisfies((served) -> {
			assertThat(served.route()).isEqualTo("GET /orders/{id}");
			assertThat(served.status()).isEqualTo(202);
			assertThat(served.figures().allocated()).isPositive();
		});
	}

	@Test
	void nothingIsKeptOfAStreamOfEvents() throws Exception {
		this.response.setContentType("text/event-stream;charset=UTF-8");
		startAsync();
		this.request.getAsyncContext().complete();
		assertThat(this.served).isEmpty();
		assertThat(this.requests.next().count()).isZero();
		assertThat((Map<?, ?>) ReflectionTestUtils.getField(this.requests, "open")).isEmpty();
	}

	@Test
	void asynchronousRequestThatFailsIsOverOnceAndWhenItIsComplete() throws Exception {
		startAsync();
		MockAsyncContext context = (MockAsyncContext) this.request.getAsyncContext();
		AsyncEvent event = new AsyncEvent(context);
		AsyncListener listener = context.getListeners().get(0);
		listener.onTimeout(event);
		listener.onError(event);
		assertThat(this.served).isEmpty();
		context.complete();
		listener.onComplete(event);
		assertThat(this.served).hasSize(1);
	}

	@Test
	void asynchronousRequestThatStartsAgainIsOverWhenThatIsComplete() throws Exception {
		startAsync();
		MockAsyncContext first = (MockAsyncContext) this.request.getAsyncContext();
		MockAsyncContext second = new MockAsyncContext(this.request, this.response);
		first.getListeners().get(0).onStartAsync(new AsyncEvent(second));
		second.complete();
		assertThat(this.served).hasSize(1);
	}

	@Test
	void asynchronousRequestThatIsCompleteInTheMeantimeIsOver() throws Exception {
		AsyncContext gone = mock(AsyncContext.class);
		willThrow(new IllegalStateException("complete")).given(gone).addListener(any());
		MockHttpServletRequest quick = new MockHttpServletRequest("GET", "/orders/7") {
			@Override
			public boolean isAsyncStarted() {
				return true;
			}

			@Override
			public AsyncContext getAsyncContext() {
				return gone;
			}
		};
		this.filter.doFilter(quick, this.response, this.looking);
		assertThat(this.served).hasSize(1);
	}

	@Test
	void requestGoesOnWhenTheTimeBreakdownFails() throws Exception {
		TimeBreakdownFilter failing = new TimeBreakdownFilter(this.requests, (request) -> {
			throw new IllegalStateException("ours");
		}, (request) -> "");
		failing.doFilter(this.request, this.response, this.looking);
		assertThat(this.seen).hasSize(1);
		assertThat(this.requests.next().count()).isZero();
	}

	@Test
	void answerArrivesWhenWhoHearsOfItFails() throws Exception {
		Requests failing = new Requests(new SlowThresholds(Duration.ZERO, Map.of()), () -> 0, () -> -1, (request) -> {
			throw new IllegalStateException("theirs");
		}, new ApplicationCode(Set.of()));
		new TimeBreakdownFilter(failing, (request) -> false, (request) -> "").doFilter(this.request, this.response,
				this.looking);
		assertThat(this.seen).hasSize(1);
		assertThat(failing.next().count()).isOne();
	}

	@Test
	void nothingIsKeptOfARequestWhoseEndCannotBeMeasured() throws Exception {
		MockHttpServletRequest request = new MockHttpServletRequest() {

			@Override
			public boolean isAsyncStarted() {
				throw new NoClassDefFoundError("planted");
			}

		};
		this.filter.doFilter(request, this.response, this.looking);
		this.requests.next();
		assertThat(this.requests.next().count()).isZero();
	}

	private void startAsync() throws Exception {
		this.request.setAsyncSupported(true);
		this.filter.doFilter(this.request, this.response, (request, response) -> {
			request.setAttribute(PATTERN, "/orders/{id}");
			request.startAsync();
		});
	}

}
