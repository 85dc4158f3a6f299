package io.perfstarter.reporting.request;

import java.io.IOException;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.perfstarter.client.ClientRequest;
import io.perfstarter.client.ClientResponse;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.support.CompletionListener;
import io.perfstarter.support.LogOnce;
import io.perfstarter.support.WaitListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;

/**
 * Opens the time breakdown of each request, and closes it when the request is complete.
 * Further dispatches of a request belong to the same time breakdown.
 */
public final class TimeBreakdownFilter implements Filter {

	private static final Log logger = LogFactory.getLog(TimeBreakdownFilter.class);

	/**
	 * Before the request limiter and the application's observations, so that the measured
	 * time includes them. All three have the same order, because no lower one is
	 * available. The order of the auto-configurations decides.
	 */
	public static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 1;

	// The attribute of Spring MVC with the pattern. Written as a literal, because Spring
	// MVC is optional.
	private static final String PATTERN = "org.springframework.web.servlet.HandlerMapping.bestMatchingPattern";

	private static final String EVENTS = "text/event-stream";

	static final String ATTRIBUTE = TimeBreakdownFilter.class.getName();

	private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
			"TRACE");

	private final Requests requests;

	private final Predicate<HttpServletRequest> isWarmup;

	private final Function<HttpServletRequest, String> traceIds;

	private final LogOnce failures = new LogOnce();

	/**
	 * Creates a filter.
	 * @param requests measures the requests
	 * @param isWarmup determines whether a request only warms the application; the
	 * figures of such a request are discarded
	 * @param traceIds returns the identifier of the distributed trace of a request, empty
	 * if there is none; called after slow and asynchronous requests
	 */
	public TimeBreakdownFilter(Requests requests, Predicate<HttpServletRequest> isWarmup,
			Function<HttpServletRequest, String> traceIds) {
		this.requests = requests;
		this.isWarmup = isWarmup;
		this.traceIds = traceIds;
	}

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (request instanceof HttpServletRequest httpRequest && response instanceof HttpServletResponse httpResponse) {
			filter(httpRequest, httpResponse, chain);
		}
		else {
			chain.doFilter(request, response);
		}
	}

	private void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		// Other dispatches are asynchronous and error dispatches of the same request.
		boolean first = request.getDispatcherType() == DispatcherType.REQUEST;
		TimeBreakdown breakdown = first ? open(request, response) : (TimeBreakdown) request.getAttribute(ATTRIBUTE);
		if (breakdown == null) {
			chain.doFilter(request, response);
			return;
		}
		boolean answered = false;
		try {
			serve(request, response, chain, breakdown);
			answered = true;
		}
		finally {
			if (first) {
				leave(request, response, breakdown, answered);
			}
		}
	}

	private @Nullable TimeBreakdown open(HttpServletRequest request, HttpServletResponse response) {
		try {
			boolean warmup = this.isWarmup.test(request);
			TimeBreakdown breakdown = this.requests
				.open(() -> isEventStream(response) ? Requests.NOT_JUDGED : route(request));
			if (warmup) {
				breakdown.ignore();
			}
			return breakdown;
		}
		catch (Throwable ex) {
			logFailure(ex);
			return null;
		}
	}

	private static void serve(HttpServletRequest request, HttpServletResponse response, FilterChain chain,
			TimeBreakdown breakdown) throws IOException, ServletException {
		WaitListener waits = () -> breakdown.beginWait(TimeComponent.CLIENT);
		TimeBreakdown before = CurrentTimeBreakdown.replace(breakdown);
		try {
			chain.doFilter(new ClientRequest(request, waits), new ClientResponse(response, waits));
		}
		finally {
			CurrentTimeBreakdown.replace(before);
		}
	}

	private void leave(HttpServletRequest request, HttpServletResponse response, TimeBreakdown breakdown,
			boolean answered) {
		try {
			boolean goesOn = request.isAsyncStarted();
			breakdown.leave(goesOn);
			if (!goesOn || !follow(request, response, breakdown)) {
				// When the server handles the exception, it sets the status 500.
				int status = answered ? response.getStatus() : HttpServletResponse.SC_INTERNAL_SERVER_ERROR;
				close(breakdown, response, () -> route(request), () -> this.traceIds.apply(request), status);
			}
		}
		catch (Throwable ex) {
			this.requests.forget(breakdown);
			logFailure(ex);
		}
	}

	/**
	 * Registers a listener that closes the time breakdown when an asynchronous request
	 * completes.
	 * @return {@code false} if the request is already complete
	 */
	private boolean follow(HttpServletRequest request, HttpServletResponse response, TimeBreakdown breakdown) {
		// Read now, because an error dispatch has another pattern.
		String route = route(request);
		String traceId = this.traceIds.apply(request);
		try {
			request.setAttribute(ATTRIBUTE, breakdown);
			request.getAsyncContext()
				.addListener(new CompletionListener(
						() -> close(breakdown, response, () -> route, () -> traceId, response.getStatus())));
			return true;
		}
		catch (IllegalStateException ex) {
			// The request has completed in the meantime.
			return false;
		}
	}

	private void close(TimeBreakdown breakdown, HttpServletResponse response, Supplier<String> route,
			Supplier<String> traceId, int status) {
		try {
			if (isEventStream(response)) {
				breakdown.ignore();
			}
			this.requests.close(breakdown, route, traceId, status);
		}
		catch (Throwable ex) {
			this.requests.forget(breakdown);
			logFailure(ex);
		}
	}

	/**
	 * An event stream lasts as long as its client is connected, and is not slow.
	 */
	private static boolean isEventStream(HttpServletResponse response) {
		String type = response.getContentType();
		return type != null && type.startsWith(EVENTS);
	}

	private void logFailure(Throwable failure) {
		if (this.failures.isFirst(failure.getClass())) {
			logger.warn("Measuring a request failed. The request is not affected; further failures like this are not "
					+ "logged.", failure);
		}
	}

	private static String route(HttpServletRequest request) {
		String method = METHODS.contains(request.getMethod()) ? request.getMethod() : "OTHER";
		Object pattern = request.getAttribute(PATTERN);
		return method + " " + ((pattern != null) ? pattern : "(no pattern)");
	}

}
