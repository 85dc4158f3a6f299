package io.perfstarter.routing.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.perfstarter.routing.freshness.Sampler;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpSession;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

import org.springframework.mock.web.MockAsyncContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockHttpSession;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RequestScopeFilter} and {@link SessionWrites}.
 */
class RequestScopeFilterTests {

	private static final Duration WINDOW = Duration.ofMinutes(1);

	private final ReadScopes scopes = new ReadScopes();

	private final RequestScopeFilter filter = new RequestScopeFilter(this.scopes, WINDOW);

	private final MockHttpSession session = new MockHttpSession();

	private MockHttpServletRequest request() {
		MockHttpServletRequest request = new MockHttpServletRequest();
		request.setSession(this.session);
		return request;
	}

	private ReadScope serve(MockHttpServletRequest request, Runnable work) throws Exception {
		ReadScope[] scope = new ReadScope[1];
		this.filter.doFilter(request, new MockHttpServletResponse(), (ignored, alsoIgnored) -> {
			scope[0] = this.scopes.current();
			work.run();
		});
		assertThat(this.scopes.current()).isNotSameAs(scope[0]);
		return scope[0];
	}

	private long lastWrite(RequestScopeFilter other) throws Exception {
		long[] last = new long[1];
		other.doFilter(request(), new MockHttpServletResponse(),
				(ignored, alsoIgnored) -> last[0] = this.scopes.current().lastWrite());
		return last[0];
	}

	@Test
	void laterRequestsOfTheSessionFindTheWrite() throws Exception {
		assertThat(lastWrite(this.filter)).isEqualTo(Sampler.NEVER);
		serve(request(), () -> this.scopes.current().wrote(7));
		serve(request(), () -> this.scopes.current().wrote(5));
		assertThat(lastWrite(this.filter)).isEqualTo(7);
		assertThat(lastWrite(new RequestScopeFilter(this.scopes, null))).isEqualTo(Sampler.NEVER);
	}

	@Test
	void aSessionThatIsCreatedAfterTheWriteFindsIt() throws Exception {
		MockHttpServletRequest request = new MockHttpServletRequest();
		serve(request, () -> {
			this.scopes.current().wrote(7);
			request.setSession(this.session);
		});
		assertThat(lastWrite(this.filter)).isEqualTo(7);
	}

	@Test
	void theErrorPageBelongsToItsRequest() throws Exception {
		MockHttpServletRequest request = request();
		ReadScope scope = serve(request, () -> this.scopes.current().wrote(7));
		request.setDispatcherType(DispatcherType.ERROR);
		request.setAttribute(RequestDispatcher.ERROR_REQUEST_URI, "/");
		assertThat(serve(request, () -> this.scopes.current().wrote(9))).isSameAs(scope);
		assertThat(lastWrite(this.filter)).isEqualTo(9);
	}

	@Test
	void anotherInstanceReadsEverythingUpToNowWithinTheWindow() throws Exception {
		serve(request(), () -> this.scopes.current().wrote(7));
		long before = System.nanoTime();
		assertThat(lastWrite(new RequestScopeFilter(this.scopes, WINDOW)) - before).isNotNegative();
		assertThat(lastWrite(new RequestScopeFilter(this.scopes, Duration.ZERO))).isEqualTo(Sampler.NEVER);
	}

	@Test
	void whatTheSessionHoldsIsReadableForOtherVersions() throws Exception {
		serve(request(), () -> this.scopes.current().wrote(7));
		assertThat(this.session.getAttribute(SessionWrites.LAST)).asInstanceOf(InstanceOfAssertFactories.STRING)
			.matches("\\S+ 7 \\d+");
		this.session.setAttribute(SessionWrites.LAST, "written by a later version");
		assertThat(lastWrite(this.filter)).isEqualTo(Sampler.NEVER);
	}

	@Test
	void aTaskThatOutlivesItsRequestDoesNotTouchIt() throws Exception {
		boolean[] ended = new boolean[1];
		MockHttpServletRequest request = new MockHttpServletRequest() {

			@Override
			public HttpSession getSession(boolean create) {
				assertThat(ended[0]).isFalse();
				return RequestScopeFilterTests.this.session;
			}

		};
		ReadScope scope = serve(request, () -> {
		});
		ended[0] = true;
		scope.wrote(7);
		assertThat(scope.lastWrite()).isEqualTo(7);
		assertThat(this.session.getAttribute(SessionWrites.LAST)).isNull();
	}

	@Test
	void anAsynchronousRequestLastsUntilItIsComplete() throws Exception {
		MockHttpServletRequest request = request();
		request.setAsyncSupported(true);
		ReadScope scope = serve(request, request::startAsync);
		scope.wrote(7);
		assertThat(lastWrite(this.filter)).isEqualTo(7);
		MockAsyncContext context = (MockAsyncContext) request.getAsyncContext();
		assertThat(context).isNotNull();
		for (AsyncListener listener : context.getListeners()) {
			listener.onComplete(new AsyncEvent(context));
		}
		scope.wrote(9);
		assertThat(lastWrite(this.filter)).isEqualTo(7);
	}

	@Test
	void aTimeoutAndAnErrorBelongToTheRequest() throws Exception {
		List<ReadScope> bound = new ArrayList<>();
		MockHttpServletRequest request = request();
		request.setAsyncSupported(true);
		ReadScope[] scope = new ReadScope[1];
		this.filter.doFilter(request, new MockHttpServletResponse(), (given, response) -> {
			scope[0] = this.scopes.current();
			given.startAsync(given, response).addListener(new FailureListener(() -> bound.add(this.scopes.current())));
		});
		MockAsyncContext context = (MockAsyncContext) request.getAsyncContext();
		assertThat(context).isNotNull();
		ReadScope own = this.scopes.current();
		for (AsyncListener listener : context.getListeners()) {
			listener.onTimeout(new AsyncEvent(context));
		}
		for (AsyncListener listener : context.getListeners()) {
			listener.onError(new AsyncEvent(context));
		}
		assertThat(bound).containsExactly(scope[0], scope[0]);
		assertThat(this.scopes.current()).isSameAs(own).isNotSameAs(scope[0]);
	}

}
