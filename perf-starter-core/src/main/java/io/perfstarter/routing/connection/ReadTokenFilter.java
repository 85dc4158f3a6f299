package io.perfstarter.routing.connection;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.support.CompletionListener;
import io.perfstarter.support.LogOnce;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.web.util.WebUtils;

/**
 * Also reads the token of each request, and sets a new token in the response if the
 * request has written.
 */
final class ReadTokenFilter extends RequestScopeFilter implements MeterBinder {

	private final ReadTokens tokens;

	private final TokenPlace place;

	private final LogOnce once = new LogOnce();

	private final LongAdder sent = new LongAdder();

	private final LongAdder late = new LongAdder();

	private final LongAdder invalid = new LongAdder();

	/**
	 * Creates the filter.
	 * @param scopes the scopes of the routing
	 * @param tokens issues and accepts the tokens
	 * @param place where clients keep the tokens
	 */
	ReadTokenFilter(ReadScopes scopes, ReadTokens tokens, TokenPlace place) {
		super(scopes);
		this.tokens = tokens;
		this.place = place;
	}

	@Override
	void serve(HttpServletRequest request, HttpServletResponse response, FilterChain chain, ReadScope scope)
			throws ServletException, IOException {
		if (!isAsyncDispatch(request)) {
			accept(request, scope);
		}
		TokenResponse wrapped = WebUtils.getNativeResponse(response, TokenResponse.class);
		TokenResponse own = (wrapped != null) ? wrapped
				: new TokenResponse(response, scope, () -> send(request, response, scope), this::late);
		try {
			chain.doFilter(request, (wrapped != null) ? response : own);
		}
		finally {
			if (request.isAsyncStarted()) {
				AsyncContext context = request.getAsyncContext();
				context.addListener(new CompletionListener(own::beforeCommit));
				// The server may commit a response after a failure.
				context.addListener(new FailureListener(own::beforeCommit));
			}
			else {
				own.beforeCommit();
			}
		}
	}

	private void accept(HttpServletRequest request, ReadScope scope) {
		for (String token : this.place.read(request)) {
			if (!this.tokens.accept(token, scope)) {
				this.invalid.increment();
				if (this.once.isFirst(this.place)) {
					this.logger
						.warn("A request has an invalid read token, which is ignored: it was changed, or signed with "
								+ "another secret. Such tokens are counted by 'perf.starter.routing.tokens'");
				}
			}
		}
	}

	private void send(HttpServletRequest request, HttpServletResponse response, ReadScope scope) {
		this.place.write(request, response, this.tokens.token(scope), this.tokens.longest());
		this.sent.increment();
	}

	private void late() {
		this.late.increment();
		this.logger.debug("No token for the client: the response was committed before the write");
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		count(registry, "sent", this.sent);
		count(registry, "late", this.late);
		count(registry, "invalid", this.invalid);
	}

	private static void count(MeterRegistry registry, String outcome, LongAdder number) {
		FunctionCounter.builder("perf.starter.routing.tokens", number, LongAdder::sum)
			.description("Read tokens that were sent, came too late for the response, or were received and invalid")
			.baseUnit("tokens")
			.tag("outcome", outcome)
			.register(registry);
	}

}
