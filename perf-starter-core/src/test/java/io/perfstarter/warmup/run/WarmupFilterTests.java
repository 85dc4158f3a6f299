package io.perfstarter.warmup.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.perfstarter.warmup.WarmupContext;
import io.perfstarter.warmup.WarmupPhase;
import jakarta.servlet.FilterChain;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link WarmupFilter}.
 */
class WarmupFilterTests {

	private final WarmupState state = new WarmupState(List::of);

	private final WarmupFilter filter = new WarmupFilter(this.state, true, "/actuator/health"::equals);

	private final MockHttpServletResponse response = new MockHttpServletResponse();

	private final List<String> seen = new ArrayList<>();

	private final FilterChain chain = (request, answer) -> this.seen.add("%s %s %s".formatted(WarmupContext.active(),
			request.getAttribute(WarmupFilter.ATTRIBUTE), headers((HttpServletRequest) request)));

	private static String headers(HttpServletRequest request) {
		return request.getHeader(WarmupState.HEADER) + Collections.list(request.getHeaders(WarmupState.HEADER))
				+ Collections.list(request.getHeaderNames());
	}

	@Test
	void ownRequestIsMarkedOnItsThreadAndOnItself() throws Exception {
		this.state.move(WarmupPhase.PENDING, WarmupPhase.RUNNING);
		this.filter.doFilter(request("/tickets", this.state.nonce()), this.response, this.chain);
		assertThat(this.seen).containsExactly("true true null[][Accept]");
		assertThat(WarmupContext.active()).isFalse();
	}

	@Test
	void ownRequestThatIsDispatchedAgainIsMarkedAgain() throws Exception {
		this.state.move(WarmupPhase.PENDING, WarmupPhase.RUNNING);
		MockHttpServletRequest request = request("/tickets", this.state.nonce());
		this.filter.doFilter(request, this.response, this.chain);
		this.state.move(WarmupPhase.RUNNING, WarmupPhase.SUCCEEDED);
		this.filter.doFilter(request, this.response, this.chain);
		assertThat(this.seen).containsExactly("true true null[][Accept]", "true true null[][Accept]");
	}

	@Test
	void threadIsFreeAgainWhenTheApplicationThrows() {
		this.state.move(WarmupPhase.PENDING, WarmupPhase.RUNNING);
		assertThatIllegalStateException().isThrownBy(() -> this.filter.doFilter(request("/tickets", this.state.nonce()),
				this.response, (request, answer) -> {
					throw new IllegalStateException();
				}));
		assertThat(WarmupContext.active()).isFalse();
	}

	@Test
	void othersAreRejectedUntilItIsOpen() throws Exception {
		this.filter.doFilter(request("/tickets", null), this.response, this.chain);
		assertThat(this.seen).isEmpty();
		assertThat(this.response.getStatus()).isEqualTo(503);
		assertThat(this.response.getHeader("Retry-After")).isEqualTo("1");
		this.state.move(WarmupPhase.PENDING, WarmupPhase.SUCCEEDED);
		this.state.accept();
		assertThat(this.state.isOpen()).isTrue();
		this.filter.doFilter(request("/tickets", null), new MockHttpServletResponse(), this.chain);
		assertThat(this.seen).containsExactly("false null null[][Accept]");
	}

	@Test
	void anAnswerThatBeginsBeforeTheStopEndsItsConnection() throws Exception {
		answerDuringStop((answer) -> {
		});
		answerDuringStop((answer) -> answer.getOutputStream().write(1));
		answerDuringStop((answer) -> {
			answer.getWriter().write("answer");
			answer.flushBuffer();
		});
		answerDuringStop((answer) -> answer.sendError(404));
		answerDuringStop((answer) -> answer.sendRedirect("/elsewhere"));
		answerDuringStop((answer) -> {
			answer.reset();
			answer.flushBuffer();
		});
	}

	private static void answerDuringStop(Answering answering) throws Exception {
		WarmupState state = new WarmupState(List::of);
		MockHttpServletResponse response = new MockHttpServletResponse();
		new WarmupFilter(state, false, "/actuator/health"::equals).doFilter(request("/tickets", null), response,
				(request, answer) -> {
					assertThat(response.getHeader("Connection")).isNull();
					state.close();
					answering.answer((HttpServletResponse) answer);
				});
		assertThat(response.getHeader("Connection")).isEqualTo("close");
	}

	@Test
	void someOthersPass() throws Exception {
		this.filter.doFilter(request("/actuator/health", null), this.response, this.chain);
		assertThat(this.seen).hasSize(1);
		assertThat(this.response.getStatus()).isEqualTo(200);
	}

	@Test
	void othersPassIfThatIsNotWanted() throws Exception {
		WarmupFilter open = new WarmupFilter(this.state, false, (path) -> false);
		open.doFilter(request("/tickets", null), this.response, this.chain);
		assertThat(this.seen).hasSize(1);
	}

	@Test
	void nobodyElseIsTakenForTheWarmup() throws Exception {
		WarmupFilter open = new WarmupFilter(this.state, false, (path) -> false);
		this.state.move(WarmupPhase.PENDING, WarmupPhase.RUNNING);
		open.doFilter(request("/tickets", "guess"), this.response, this.chain);
		open.doFilter(request("/tickets", ""), this.response, this.chain);
		open.doFilter(request("/tickets", new WarmupState(List::of).nonce()), this.response, this.chain);
		assertThat(this.seen).hasSize(3).allSatisfy((call) -> assertThat(call).startsWith("false null"));
	}

	@Test
	void nonceIsWorthNothingBeforeAndAfter() throws Exception {
		WarmupFilter open = new WarmupFilter(this.state, false, (path) -> false);
		open.doFilter(request("/tickets", this.state.nonce()), this.response, this.chain);
		this.state.move(WarmupPhase.PENDING, WarmupPhase.RUNNING);
		this.state.move(WarmupPhase.RUNNING, WarmupPhase.FAILED);
		open.doFilter(request("/tickets", this.state.nonce()), this.response, this.chain);
		assertThat(this.seen).hasSize(2).allSatisfy((call) -> assertThat(call).startsWith("false null"));
	}

	private static MockHttpServletRequest request(String path, String nonce) {
		MockHttpServletRequest request = new MockHttpServletRequest("GET", path);
		request.setServletPath(path);
		request.addHeader("Accept", "*/*");
		if (nonce != null) {
			request.addHeader(WarmupState.HEADER, nonce);
		}
		return request;
	}

	/**
	 * How a request is answered.
	 */
	@FunctionalInterface
	private interface Answering {

		void answer(HttpServletResponse answer) throws IOException;

	}

}
