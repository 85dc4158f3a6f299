package io.perfstarter.routing.connection;

import java.util.ArrayList;
import java.util.List;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import org.junit.jupiter.api.Test;

import org.springframework.mock.web.MockAsyncContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RequestScopeFilter}.
 */
class RequestScopeFilterTests {

	private final ReadScopes scopes = new ReadScopes();

	private final RequestScopeFilter filter = new RequestScopeFilter(this.scopes);

	private ReadScope serve(MockHttpServletRequest request, Runnable work) throws Exception {
		ReadScope[] scope = new ReadScope[1];
		this.filter.doFilter(request, new MockHttpServletResponse(), (ignored, alsoIgnored) -> {
			scope[0] = this.scopes.current();
			work.run();
		});
		assertThat(this.scopes.current()).isNotSameAs(scope[0]);
		return scope[0];
	}

	@Test
	void eachRequestHasAScopeOfItsOwn() throws Exception {
		ReadScope written = serve(new MockHttpServletRequest(), () -> this.scopes.current().wrote(7));
		assertThat(written.isRequest()).isTrue();
		assertThat(written.lastWrite()).isEqualTo(7);
		ReadScope next = serve(new MockHttpServletRequest(), () -> {
		});
		assertThat(next.lastWrite()).isEqualTo(Sampler.NEVER);
	}

	@Test
	void theErrorPageBelongsToItsRequest() throws Exception {
		MockHttpServletRequest request = new MockHttpServletRequest();
		ReadScope scope = serve(request, () -> this.scopes.current().wrote(7));
		request.setDispatcherType(DispatcherType.ERROR);
		request.setAttribute(RequestDispatcher.ERROR_REQUEST_URI, "/");
		assertThat(serve(request, () -> this.scopes.current().wrote(9))).isSameAs(scope);
		assertThat(scope.lastWrite()).isEqualTo(9);
	}

	@Test
	void anAsynchronousDispatchBelongsToItsRequest() throws Exception {
		MockHttpServletRequest request = new MockHttpServletRequest();
		request.setAsyncSupported(true);
		ReadScope scope = serve(request, request::startAsync);
		request.setDispatcherType(DispatcherType.ASYNC);
		assertThat(serve(request, () -> {
		})).isSameAs(scope);
	}

	@Test
	void aTimeoutAndAnErrorBelongToTheRequest() throws Exception {
		List<ReadScope> bound = new ArrayList<>();
		MockHttpServletRequest request = new MockHttpServletRequest();
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
