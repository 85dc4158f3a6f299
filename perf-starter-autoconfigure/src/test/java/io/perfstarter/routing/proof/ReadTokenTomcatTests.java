package io.perfstarter.routing.proof;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import io.micrometer.core.instrument.MeterRegistry;
import io.perfstarter.fixtures.NamedDatabases;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import io.perfstarter.routing.ReplicasUp;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that each kind of response of a request that has written carries one token.
 */
@Tag(Tier.CI)
class ReadTokenTomcatTests {

	private static final String COOKIE = "perf-starter-read=";

	private static final HttpClient CLIENT = HttpClient.newHttpClient();

	@AutoClose
	private static ServletWebServerApplicationContext application;

	@BeforeAll
	static void start() {
		NamedDatabases databases = new NamedDatabases();
		application = (ServletWebServerApplicationContext) new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.SERVLET)
			.properties("server.port=0", "spring.datasource.url=" + databases.url("primary"),
					"perf-starter.routing.replicas.r1.url=" + databases.url("replica"),
					"perf-starter.routing.read-your-writes.scope=cookie",
					"perf-starter.secret=a secret of thirty-two characters")
			.listeners(new ReplicasUp())
			.run();
		application.getBean(JdbcClient.class).sql("create table written (id int)").update();
	}

	private static HttpResponse<String> get(String path) throws Exception {
		return CLIENT.send(HttpRequest
			.newBuilder(URI.create("http://localhost:%d/%s".formatted(application.getWebServer().getPort(), path)))
			.build(), BodyHandlers.ofString());
	}

	private static List<String> tokens(HttpResponse<?> response) {
		return response.headers()
			.allValues("Set-Cookie")
			.stream()
			.filter((cookie) -> cookie.startsWith(COOKIE))
			.toList();
	}

	private static double late() {
		return application.getBean(MeterRegistry.class)
			.get("perf.starter.routing.tokens")
			.tag("outcome", "late")
			.functionCounter()
			.count();
	}

	@UsualRows({ 1, 9, 17, 25 })
	@ParameterizedTest
	@CsvSource({ "plain, 200", "no-content, 204", "large, 200", "large-text, 200", "writes-between, 200",
			"redirect, 302", "redirect-view, 302", "send-error, 409", "exception, 500", "answered-exception, 409",
			"forward, 200", "callable, 200", "callable-writes, 200", "deferred, 200", "deferred-error, 500",
			"streaming, 200", "sse, 200", "async, 200", "async-empty, 200", "deferred-timeout, 200",
			"deferred-timeout-unanswered, 503", "callable-timeout, 200", "async-timeout, 200",
			"async-timeout-unanswered, 500", "error-page-writes, 400" })
	void eachResponseHasOneToken(String path, int status) throws Exception {
		double late = late();
		HttpResponse<String> response = get(path);
		assertThat(response.statusCode()).isEqualTo(status);
		assertThat(tokens(response)).hasSize(1);
		assertThat(late()).isEqualTo(late);
	}

	@Test
	void responseOfARequestThatHasNotWrittenHasNone() throws Exception {
		assertThat(tokens(get("read"))).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "streaming-late", "flushed" })
	void writeAfterTheStartOfTheResponseIsCounted(String path) throws Exception {
		double late = late();
		assertThat(tokens(get(path))).isEmpty();
		await().untilAsserted(() -> assertThat(late()).isEqualTo(late + 1));
	}

	/**
	 * An application whose requests write.
	 */
	@JdbcWebApplication
	@Import(Requests.class)
	static class Application {

	}

	/**
	 * What an application does when its asynchronous request times out.
	 */
	private record Timeout(Runnable action) implements AsyncListener {

		@Override
		public void onTimeout(AsyncEvent event) {
			this.action.run();
		}

		@Override
		public void onError(AsyncEvent event) {
		}

		@Override
		public void onComplete(AsyncEvent event) {
		}

		@Override
		public void onStartAsync(AsyncEvent event) {
		}

	}

	/**
	 * The kinds of responses.
	 */
	@Controller
	static class Requests implements ErrorController {

		private static final String ERROR_PAGE = "error-page";

		private final JdbcClient client;

		Requests(JdbcClient client) {
			this.client = client;
		}

		private void write() {
			this.client.sql("insert into written values (1)").update();
		}

		@GetMapping("/error-page-writes")
		void errorPageWrites(HttpServletRequest request, HttpServletResponse response) throws IOException {
			request.setAttribute(ERROR_PAGE, (Runnable) this::write);
			response.sendError(400);
		}

		@RequestMapping("/error")
		@ResponseBody
		String errorPage(HttpServletRequest request) {
			if (request.getAttribute(ERROR_PAGE) instanceof Runnable work) {
				work.run();
			}
			return "error page";
		}

		@GetMapping("/read")
		@ResponseBody
		String read() {
			return this.client.sql("select count(*) from written").query(String.class).single();
		}

		@GetMapping("/plain")
		@ResponseBody
		String plain() {
			write();
			write();
			return "written";
		}

		@GetMapping("/no-content")
		ResponseEntity<Void> noContent() {
			write();
			return ResponseEntity.noContent().build();
		}

		@GetMapping("/large")
		@ResponseBody
		byte[] large() {
			write();
			return new byte[1_000_000];
		}

		@GetMapping("/large-text")
		void largeText(HttpServletResponse response) throws IOException {
			write();
			for (int i = 0; i < 100_000; i++) {
				response.getWriter().println(i);
			}
		}

		@GetMapping("/writes-between")
		void writesBetween(HttpServletResponse response) throws IOException {
			write();
			response.getWriter().print("one");
			write();
			response.getWriter().print("two");
			write();
		}

		@GetMapping("/redirect")
		void redirect(HttpServletResponse response) throws IOException {
			write();
			response.sendRedirect("/read");
		}

		@GetMapping("/redirect-view")
		String redirectView() {
			write();
			return "redirect:/read";
		}

		@GetMapping("/send-error")
		void sendError(HttpServletResponse response) throws IOException {
			write();
			response.sendError(409, "after the commit");
		}

		@GetMapping("/exception")
		void exception() {
			write();
			throw new IllegalStateException("after the commit");
		}

		@GetMapping("/answered-exception")
		void answeredException() {
			write();
			throw new ResponseStatusException(HttpStatus.CONFLICT);
		}

		@GetMapping("/forward")
		String forward() {
			write();
			return "forward:/read";
		}

		@GetMapping("/callable")
		Callable<ResponseEntity<String>> callable() {
			write();
			return () -> ResponseEntity.ok("written");
		}

		@GetMapping("/callable-writes")
		Callable<ResponseEntity<String>> callableWrites() {
			return () -> {
				write();
				return ResponseEntity.ok("written");
			};
		}

		@GetMapping("/deferred")
		DeferredResult<ResponseEntity<String>> deferred() {
			DeferredResult<ResponseEntity<String>> result = new DeferredResult<>();
			write();
			CompletableFuture.runAsync(() -> result.setResult(ResponseEntity.ok("written")));
			return result;
		}

		@GetMapping("/deferred-error")
		DeferredResult<String> deferredError() {
			DeferredResult<String> result = new DeferredResult<>();
			write();
			CompletableFuture.runAsync(() -> result.setErrorResult(new IllegalStateException("after the commit")));
			return result;
		}

		@GetMapping("/streaming")
		StreamingResponseBody streaming() {
			write();
			return (stream) -> stream.write(new byte[100_000]);
		}

		@GetMapping("/sse")
		SseEmitter sse() throws IOException {
			SseEmitter emitter = new SseEmitter();
			write();
			emitter.send("written");
			emitter.complete();
			return emitter;
		}

		@GetMapping("/async")
		void async(HttpServletRequest request, HttpServletResponse response) {
			AsyncContext context = request.startAsync(request, response);
			write();
			context.start(() -> {
				try {
					context.getResponse().getWriter().print("written");
				}
				catch (IOException ex) {
					throw new IllegalStateException(ex);
				}
				context.complete();
			});
		}

		@GetMapping("/async-empty")
		void asyncEmpty(HttpServletRequest request, HttpServletResponse response) {
			AsyncContext context = request.startAsync(request, response);
			write();
			context.start(context::complete);
		}

		@GetMapping("/deferred-timeout")
		DeferredResult<ResponseEntity<String>> deferredTimeout() {
			DeferredResult<ResponseEntity<String>> result = new DeferredResult<>(1L);
			result.onTimeout(() -> {
				write();
				result.setResult(ResponseEntity.ok("written"));
			});
			return result;
		}

		@GetMapping("/deferred-timeout-unanswered")
		DeferredResult<String> deferredTimeoutUnanswered() {
			DeferredResult<String> result = new DeferredResult<>(1L);
			result.onTimeout(this::write);
			return result;
		}

		@GetMapping("/callable-timeout")
		WebAsyncTask<ResponseEntity<String>> callableTimeout() {
			CompletableFuture<ResponseEntity<String>> never = new CompletableFuture<>();
			// Not ended by the interrupt of the timeout, which would be the result then.
			WebAsyncTask<ResponseEntity<String>> task = new WebAsyncTask<>(1L, never::join);
			task.onCompletion(() -> never.complete(ResponseEntity.noContent().build()));
			task.onTimeout(() -> {
				write();
				return ResponseEntity.ok("written");
			});
			return task;
		}

		@GetMapping("/async-timeout")
		void asyncTimeout(HttpServletRequest request, HttpServletResponse response) {
			AsyncContext context = request.startAsync(request, response);
			context.setTimeout(1);
			context.addListener(new Timeout(() -> {
				write();
				context.complete();
			}));
		}

		@GetMapping("/async-timeout-unanswered")
		void asyncTimeoutUnanswered(HttpServletRequest request, HttpServletResponse response) {
			AsyncContext context = request.startAsync(request, response);
			context.setTimeout(1);
			context.addListener(new Timeout(this::write));
		}

		@GetMapping("/flushed")
		void flushed(HttpServletResponse response) throws IOException {
			response.flushBuffer();
			write();
		}

		@GetMapping("/streaming-late")
		StreamingResponseBody streamingLate() {
			return (stream) -> {
				stream.write(new byte[100_000]);
				write();
			};
		}

	}

}
