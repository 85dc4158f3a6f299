package io.perfstarter.async.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.perfstarter.async.limit.RequestLimiter;
import io.perfstarter.async.limit.RequestLimiterFilter;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.support.LimiterListener;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.eclipse.jetty.ee11.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.core.task.VirtualThreadTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Every place of the request limiter comes back, however a request ends on a server.
 */
@Tag(Tier.MORE)
@Timeout(1_800)
class RequestLimiterServersTests {

	private static final int REQUESTS = Tier.times(50, 10_000);

	/**
	 * Many, because Tomcat looks for timeouts once in a second.
	 */
	private static final int PLACES = 100;

	/**
	 * The ends, each with the status of its response.
	 */
	private static final Map<String, String> ENDS = Map.of("/plain", "200", "/failing", "500", "/error", "418",
			"/dispatch", "200", "/committed", "200", "/timeout", "500", "/stream", "200", "/upgrade", "101");

	private static final List<String> ABORTED = List.of("/stream", "/upgrade");

	private final RequestLimiter limiter = new RequestLimiter(PLACES, (limit) -> 1_000, Duration.ofMinutes(1),
			LimiterListener.NONE);

	private final RequestLimiterFilter filter = new RequestLimiterFilter(this.limiter, (path) -> false);

	private final ExecutorService clients = Executors.newFixedThreadPool(PLACES + 20);

	private AutoCloseable server = () -> {
	};

	private int port;

	@AfterEach
	void stop() throws Exception {
		this.clients.shutdownNow();
		this.server.close();
		this.limiter.close();
	}

	static List<Arguments> servers() {
		List<Arguments> servers = new ArrayList<>(List.of(Arguments.of("tomcat", false), Arguments.of("jetty", false)));
		if (Runtime.version().feature() >= 21) {
			servers.addAll(List.of(Arguments.of("tomcat", true), Arguments.of("jetty", true)));
		}
		return servers;
	}

	@ParameterizedTest
	@MethodSource("servers")
	void placesComeBack(String name, boolean virtual, @TempDir Path folder) throws Exception {
		if (name.equals("tomcat")) {
			startTomcat(virtual, folder);
		}
		else {
			startJetty(virtual);
		}
		for (String end : ENDS.keySet()) {
			List<Future<?>> all = new ArrayList<>();
			for (int i = 0; i < REQUESTS; i++) {
				all.add(this.clients.submit(() -> {
					request(end);
					return null;
				}));
			}
			for (Future<?> each : all) {
				each.get();
			}
			await(end).until(() -> this.limiter.active() == 0 && this.limiter.waiting() == 0);
			assertThat(this.limiter.refused()).as(end).isZero();
		}
		System.out.println("RequestLimiterServersTests: " + REQUESTS + " requests of each of " + ENDS.keySet() + " on "
				+ name + (virtual ? ", virtual threads" : ", platform threads") + ": " + this.limiter.active()
				+ " places lost");
	}

	private void request(String path) throws IOException {
		try (Socket socket = new Socket("localhost", this.port)) {
			socket.setSoLinger(true, 0);
			socket.setSoTimeout(60_000);
			socket.getOutputStream()
				.write("GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: %s\r\n\r\n"
					.formatted(path, path.equals("/upgrade") ? "Upgrade\r\nUpgrade: other" : "close")
					.getBytes(StandardCharsets.US_ASCII));
			InputStream input = socket.getInputStream();
			try {
				byte[] start = input.readNBytes(12);
				// On Tomcat the end of an aborted stream may spoil the response of
				// another.
				if (!path.equals("/stream")) {
					assertThat(new String(start, StandardCharsets.US_ASCII)).as(path)
						.isEqualTo("HTTP/1.1 " + ENDS.get(path));
				}
				while (!ABORTED.contains(path) && input.read() != -1) {
					// The rest does not matter.
				}
			}
			catch (SocketException ex) {
				// The server closes a connection whose response is not complete.
				assertThat(path).isIn("/committed", "/stream");
			}
		}
	}

	private void startTomcat(boolean virtual, Path folder) throws Exception {
		Tomcat tomcat = new Tomcat();
		tomcat.setBaseDir(folder.toString());
		tomcat.setPort(0);
		Context context = tomcat.addContext("", null);
		FilterDef definition = new FilterDef();
		definition.setFilterName("limiter");
		definition.setFilter(this.filter);
		definition.setAsyncSupported("true");
		context.addFilterDef(definition);
		FilterMap map = new FilterMap();
		map.setFilterName("limiter");
		map.addURLPattern("/*");
		context.addFilterMap(map);
		context.setApplicationEventListeners(new Object[] { this.filter });
		Wrapper servlet = Tomcat.addServlet(context, "ends", new EndsServlet());
		servlet.setAsyncSupported(true);
		context.addServletMappingDecoded("/*", "ends");
		ErrorPage page = new ErrorPage();
		page.setErrorCode(418);
		page.setLocation("/page");
		context.addErrorPage(page);
		if (virtual) {
			tomcat.getConnector().getProtocolHandler().setExecutor(new VirtualThreadTaskExecutor("tomcat-"));
		}
		tomcat.start();
		this.port = tomcat.getConnector().getLocalPort();
		this.server = () -> {
			tomcat.stop();
			tomcat.destroy();
		};
	}

	private void startJetty(boolean virtual) throws Exception {
		QueuedThreadPool threads = new QueuedThreadPool(2 * PLACES);
		if (virtual) {
			threads.setVirtualThreadsExecutor(new VirtualThreadTaskExecutor("jetty-"));
		}
		Server jetty = new Server(threads);
		ServerConnector connector = new ServerConnector(jetty);
		jetty.addConnector(connector);
		ServletContextHandler context = new ServletContextHandler();
		FilterHolder holder = new FilterHolder(this.filter);
		holder.setAsyncSupported(true);
		context.addFilter(holder, "/*", EnumSet.of(DispatcherType.REQUEST));
		context.addEventListener(this.filter);
		ServletHolder servlet = new ServletHolder(new EndsServlet());
		servlet.setAsyncSupported(true);
		context.addServlet(servlet, "/*");
		ErrorPageErrorHandler pages = new ErrorPageErrorHandler();
		pages.addErrorPage(418, "/page");
		context.setErrorHandler(pages);
		jetty.setHandler(context);
		jetty.start();
		this.port = connector.getLocalPort();
		this.server = jetty::stop;
	}

	/**
	 * Ends a request in the way that its path says.
	 */
	private static final class EndsServlet extends HttpServlet {

		private static final long serialVersionUID = 1L;

		@Override
		protected void service(HttpServletRequest request, HttpServletResponse response)
				throws ServletException, IOException {
			switch (request.getPathInfo()) {
				case "/failing" -> throw new PlantedException();
				case "/error" -> response.sendError(418);
				case "/dispatch" -> request.startAsync().dispatch("/plain");
				case "/committed" -> {
					AsyncContext async = request.startAsync();
					response.getOutputStream().print("first");
					response.flushBuffer();
					async.dispatch("/failing");
				}
				// On a busy machine, Jetty never ends some requests whose timeout is
				// short, also without the limiter.
				case "/timeout" -> request.startAsync().setTimeout(1_000);
				case "/stream" -> stream(request.startAsync());
				case "/upgrade" -> request.upgrade(OtherProtocol.class);
				default -> response.getOutputStream().print("done");
			}
		}

		private static void stream(AsyncContext request) {
			request.start(() -> {
				byte[] part = new byte[8_192];
				try {
					while (true) {
						request.getResponse().getOutputStream().write(part);
						request.getResponse().flushBuffer();
					}
				}
				catch (IOException ex) {
					complete(request);
				}
			});
		}

		/**
		 * The server may have completed the request when its client left.
		 */
		private static void complete(AsyncContext request) {
			try {
				request.complete();
			}
			catch (IllegalStateException ex) {
				// It has.
			}
		}

	}

	/**
	 * Another protocol, which ends at once.
	 */
	public static final class OtherProtocol implements HttpUpgradeHandler {

		@Override
		public void init(WebConnection connection) {
			try {
				connection.close();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}

		@Override
		public void destroy() {
			// Nothing is left.
		}

	}

	/**
	 * A failure that was planted.
	 */
	private static final class PlantedException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		private PlantedException() {
			super("planted", null, false, false);
		}

	}

}
