package io.perfstarter.routing.connection;

import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.support.WaitListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.junit.jupiter.api.Test;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

/**
 * Tests for {@link ReadTokenFilter} and {@link TokenPlace}.
 */
class ReadTokenFilterTests {

	private static final String COOKIE = "perf-starter-read";

	private static final String HEADER = "Perf-Starter-Read-Token";

	private final ReadScopes scopes = new ReadScopes();

	private final AtomicInteger asked = new AtomicInteger();

	private final ReadTokens tokens = new ReadTokens(this.scopes, () -> new PrimaryLog() {

		@Override
		public byte[] positionSince(long moment) {
			ReadTokenFilterTests.this.asked.incrementAndGet();
			return new byte[] { (byte) moment };
		}

		@Override
		public long momentOf(byte[] position) {
			return position[0];
		}

	}, WaitListener.NONE, "a secret of thirty-two characters", Duration.ofMinutes(1), System::nanoTime,
			System::currentTimeMillis);

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final MockHttpServletRequest request = new MockHttpServletRequest();

	private final MockHttpServletResponse response = new MockHttpServletResponse();

	private ReadTokenFilter filter(TokenPlace place) {
		ReadTokenFilter filter = new ReadTokenFilter(this.scopes, this.tokens, place);
		filter.bindTo(this.registry);
		return filter;
	}

	private void serve(TokenPlace place, FilterChain work) throws Exception {
		ReadTokenFilter filter = filter(place);
		new RequestScopeFilter(this.scopes).doFilter(this.request, this.response,
				(request, response) -> filter.doFilter(request, response, work));
	}

	private void write(long moment) {
		this.scopes.current().wrote(moment);
	}

	private long required(String token) {
		ReadScope scope = new ReadScope(false);
		assertThat(this.tokens.accept(token, scope)).isTrue();
		return scope.lastWrite();
	}

	private double count(String outcome) {
		return this.registry.get("perf.starter.routing.tokens").tag("outcome", outcome).functionCounter().count();
	}

	@Test
	void eachOfSeveralTokensCounts() throws Exception {
		String earlier = token(3);
		String later = token(7);
		for (String[] order : new String[][] { { earlier, later }, { later, earlier }, { "none", later } }) {
			MockHttpServletRequest request = new MockHttpServletRequest();
			request.setCookies(new Cookie(COOKIE, order[0]), new Cookie(COOKIE, order[1]));
			this.scopes.replace(new ReadScope(true));
			filter(TokenPlace.cookie("")).doFilter(request, new MockHttpServletResponse(),
					(given, response) -> assertThat(this.scopes.current().lastWrite()).isEqualTo(7));
		}
	}

	private String token(int moment) {
		ReadScope scope = new ReadScope(true);
		scope.mustFind(moment);
		return this.tokens.token(scope);
	}

	@Test
	void servicesOfOneHostHaveCookiesOfTheirOwn() throws Exception {
		serve(TokenPlace.cookie("Order Service (EU)"), (request, response) -> write(7));
		assertThat(this.response.getHeader("Set-Cookie")).startsWith("perf-starter-read-order-service-eu-=");
		assertThat(TokenPlace.cookie("orders").read(this.request)).isEmpty();
	}

	@Test
	void requestThatHasNotWrittenCostsNothing() throws Exception {
		serve(TokenPlace.cookie(""), (request, response) -> response.getWriter().print("read"));
		assertThat(this.response.getHeaderNames()).isEmpty();
		assertThat(this.asked).hasValue(0);
	}

	@Test
	void requestThatOnlyReadsLeavesTheTokenOfTheClientAlone() throws Exception {
		write(5);
		this.request.setCookies(new Cookie(COOKIE, this.tokens.token()));
		long[] required = new long[1];
		serve(TokenPlace.cookie(""), (request, response) -> required[0] = this.scopes.current().lastWrite());
		assertThat(required[0]).isEqualTo(5);
		assertThat(this.response.getHeaderNames()).isEmpty();
	}

	@Test
	void cookieIsSetForTheApplicationOnly() throws Exception {
		this.request.setContextPath("/shop");
		this.request.setSecure(true);
		serve(TokenPlace.cookie(""), (request, response) -> write(7));
		assertThat(this.response.getHeader("Set-Cookie")).matches(
				COOKIE + "=[A-Za-z0-9_-]+; Path=/shop; Max-Age=120; Expires=[^;]+; Secure; HttpOnly; SameSite=Lax");
		assertThat(required(Objects.requireNonNull(this.response.getCookie(COOKIE)).getValue())).isEqualTo(7);
		assertThat(count("sent")).isOne();
	}

	@Test
	void cookieOfAnUnencryptedRequestIsNotSecure() throws Exception {
		serve(TokenPlace.cookie(""), (request, response) -> write(7));
		assertThat(this.response.getHeader("Set-Cookie")).contains("; Path=/;").doesNotContain("Secure");
	}

	@Test
	void newTokenCoversTheOneOfTheClient() throws Exception {
		write(9);
		this.request.addHeader(HEADER, this.tokens.token());
		serve(TokenPlace.header(), (request, response) -> write(7));
		assertThat(required(Objects.requireNonNull(this.response.getHeader(HEADER)))).isEqualTo(9);
	}

	@Test
	void writesBeforeTheCommitOfTheResponseHaveOneCookie() throws Exception {
		serve(TokenPlace.cookie(""), (request, response) -> {
			((HttpServletResponse) response).addCookie(new Cookie("other", "kept"));
			write(7);
			response.getOutputStream().print("one");
			write(8);
			response.getOutputStream().print("two");
		});
		assertThat(this.response.getHeaders("Set-Cookie")).hasSize(2);
		assertThat(this.response.getCookie("other")).isNotNull();
		assertThat(required(Objects.requireNonNull(this.response.getCookie(COOKIE)).getValue())).isEqualTo(8);
		assertThat(this.asked).hasValue(2);
	}

	@Test
	void tokenIsSetBeforeTheFirstCharacter() throws Exception {
		this.response.setBufferSize(1);
		serve(TokenPlace.header(), (request, response) -> {
			write(7);
			PrintWriter writer = response.getWriter();
			writer.printf("%s", "a text that exceeds the buffer");
			assertThat(response.isCommitted()).isTrue();
		});
		assertThat(this.response.getHeader(HEADER)).isNotNull();
		assertThat(count("late")).isZero();
	}

	@Test
	void theContainerPrintsAndWritesBuffers() throws Exception {
		ServletOutputStream output = mock(ServletOutputStream.class);
		HttpServletResponse container = new HttpServletResponseWrapper(this.response) {

			@Override
			public ServletOutputStream getOutputStream() {
				return output;
			}

		};
		ByteBuffer buffer = ByteBuffer.allocate(1);
		filter(TokenPlace.header()).doFilter(this.request, container, (request, response) -> {
			response.getOutputStream().print("a text");
			response.getOutputStream().write(buffer);
		});
		verify(output).print("a text");
		verify(output).write(buffer);
	}

	@Test
	void tokenIsSetAgainAfterAReset() throws Exception {
		serve(TokenPlace.header(), (request, response) -> {
			write(7);
			response.getWriter().print("thrown away");
			response.reset();
			response.getOutputStream().print("kept");
		});
		assertThat(this.response.getHeader(HEADER)).isNotNull();
		assertThat(this.response.getContentAsString()).isEqualTo("kept");
	}

	@Test
	void writeAfterTheCommitOfTheResponseIsCounted() throws Exception {
		serve(TokenPlace.header(), (request, response) -> {
			response.flushBuffer();
			write(7);
		});
		assertThat(this.response.getHeaderNames()).isEmpty();
		assertThat(this.asked).hasValue(0);
		assertThat(count("late")).isOne();
	}

	@Test
	void tokenIsSetIfTheRequestFails() {
		assertThatIllegalStateException().isThrownBy(() -> serve(TokenPlace.header(), (request, response) -> {
			write(7);
			throw new IllegalStateException("after the commit");
		}));
		assertThat(this.response.getHeader(HEADER)).isNotNull();
	}

	@Test
	void invalidTokenIsIgnoredAndCounted() throws Exception {
		this.request.addHeader(HEADER, "x".repeat(10_000));
		serve(TokenPlace.header(),
				(request, response) -> assertThat(this.scopes.current().lastWrite()).isEqualTo(Sampler.NEVER));
		assertThat(count("invalid")).isOne();
		assertThat(this.response.getStatus()).isEqualTo(200);
	}

}
