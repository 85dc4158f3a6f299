package io.perfstarter.reporting.ledger;

import java.io.IOException;
import java.util.Set;
import java.util.function.Predicate;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;

/**
 * Opens the ledger of each request and closes it when the request is over. Dispatches by
 * which a request goes on belong to the same.
 */
public final class LedgerFilter implements Filter {

	/**
	 * Before the gate of requests and the application's observations, so that all that is
	 * done for a request is within. They have the same order, because no other is left:
	 * what decides is that the auto-configuration of this comes before theirs.
	 */
	public static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 1;

	/**
	 * That of Spring MVC, which need not be there.
	 */
	private static final String PATTERN = "org.springframework.web.servlet.HandlerMapping.bestMatchingPattern";

	private static final String EVENTS = "text/event-stream";

	private static final String ATTRIBUTE = LedgerFilter.class.getName();

	private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
			"TRACE");

	private final Requests requests;

	private final Requests rehearsals;

	private final Predicate<HttpServletRequest> rehearsed;

	private final Faults faults = new Faults();

	/**
	 * Creates a filter.
	 * @param requests keeps what there is to say of the requests
	 * @param rehearsed whether a request is for nobody, and only warms what serves it: it
	 * gets a ledger, too, of which nothing is kept
	 */
	public LedgerFilter(Requests requests, Predicate<HttpServletRequest> rehearsed) {
		this.requests = requests;
		this.rehearsals = requests.rehearsals();
		this.rehearsed = rehearsed;
	}

	@Override
	public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (!(request instanceof HttpServletRequest httpRequest)
				|| !(response instanceof HttpServletResponse httpResponse)) {
			chain.doFilter(request, response);
		}
		else if (request.getDispatcherType() == DispatcherType.REQUEST) {
			serve(httpRequest, httpResponse, chain);
		}
		else {
			goOn(httpRequest, httpResponse, chain);
		}
	}

	private void serve(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		Requests account = account(request);
		Ledger ledger = open(account);
		if (ledger == null) {
			chain.doFilter(request, response);
			return;
		}
		Ledger before = CurrentLedger.replace(ledger);
		boolean answered = false;
		try {
			chain.doFilter(request, response);
			answered = true;
		}
		finally {
			CurrentLedger.replace(before);
			leave(request, response, account, ledger, answered);
		}
	}

	private Requests account(HttpServletRequest request) {
		try {
			return this.rehearsed.test(request) ? this.rehearsals : this.requests;
		}
		catch (RuntimeException ex) {
			this.faults.add(ex);
			return this.rehearsals;
		}
	}

	private @Nullable Ledger open(Requests account) {
		try {
			return account.open();
		}
		catch (RuntimeException ex) {
			this.faults.add(ex);
			return null;
		}
	}

	/**
	 * A further dispatch, of an asynchronous request or within another.
	 */
	private static void goOn(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (!(request.getAttribute(ATTRIBUTE) instanceof Ledger ledger)) {
			chain.doFilter(request, response);
			return;
		}
		Ledger before = CurrentLedger.replace(ledger);
		try {
			chain.doFilter(request, response);
		}
		finally {
			CurrentLedger.replace(before);
		}
	}

	private void leave(HttpServletRequest request, HttpServletResponse response, Requests account, Ledger ledger,
			boolean answered) {
		try {
			boolean goesOn = request.isAsyncStarted();
			account.leave(ledger, goesOn);
			if (!goesOn || !follow(request, response, account, ledger)) {
				// The server makes it one when it catches what was thrown.
				int status = answered ? response.getStatus() : HttpServletResponse.SC_INTERNAL_SERVER_ERROR;
				account(account, response).close(ledger, () -> route(request), status);
			}
		}
		catch (RuntimeException ex) {
			this.faults.add(ex);
		}
	}

	/**
	 * Closes the ledger when an asynchronous request is over.
	 * @return whether it is not over yet
	 */
	private boolean follow(HttpServletRequest request, HttpServletResponse response, Requests account, Ledger ledger) {
		// Now, because a dispatch to an error page has a pattern of its own.
		String route = route(request);
		try {
			request.setAttribute(ATTRIBUTE, ledger);
			request.getAsyncContext().addListener(new ClosingListener(() -> close(account, ledger, route, response)));
			return true;
		}
		catch (IllegalStateException ex) {
			// Complete in the meantime.
			return false;
		}
	}

	private void close(Requests account, Ledger ledger, String route, HttpServletResponse response) {
		try {
			account(account, response).close(ledger, () -> route, response.getStatus());
		}
		catch (RuntimeException ex) {
			this.faults.add(ex);
		}
	}

	/**
	 * A stream of events lasts as long as somebody listens, and is not slow by that.
	 */
	private Requests account(Requests account, HttpServletResponse response) {
		String type = response.getContentType();
		return (type != null && type.startsWith(EVENTS)) ? this.rehearsals : account;
	}

	private static String route(HttpServletRequest request) {
		String method = METHODS.contains(request.getMethod()) ? request.getMethod() : "OTHER";
		Object pattern = request.getAttribute(PATTERN);
		return method + " " + ((pattern != null) ? pattern : "(no pattern)");
	}

}
