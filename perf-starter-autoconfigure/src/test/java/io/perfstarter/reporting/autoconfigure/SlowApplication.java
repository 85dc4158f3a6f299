package io.perfstarter.reporting.autoconfigure;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.util.matcher.AnyRequestMatcher;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/**
 * An application of which each path is slow for its own reason.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@RestController
class SlowApplication {

	private final JdbcTemplate jdbc;

	private final RestClient remote;

	private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

	SlowApplication(JdbcTemplate jdbc, HttpServer neighbour, ObservationRegistry observations) {
		this.jdbc = jdbc;
		this.remote = RestClient.builder()
			.baseUrl("http://localhost:" + neighbour.getAddress().getPort())
			.observationRegistry(observations)
			.build();
	}

	@Bean
	SecurityFilterChain everybody() {
		return new DefaultSecurityFilterChain(AnyRequestMatcher.INSTANCE);
	}

	/**
	 * Answers after the time that its query says.
	 */
	@Bean(destroyMethod = "")
	static HttpServer neighbour() throws Exception {
		HttpServer server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
		server.createContext("/", (exchange) -> {
			rest(Long.parseLong(exchange.getRequestURI().getQuery()));
			exchange.sendResponseHeaders(204, -1);
			exchange.close();
		});
		server.start();
		return server;
	}

	@GetMapping("/sql/{millis}")
	String sql(@PathVariable long millis) {
		this.jdbc.query("select pg_sleep(?), 'secret literal'", SlowApplication::read, millis / 1e3);
		return "done";
	}

	@GetMapping("/rows/{rows}")
	String rows(@PathVariable int rows) {
		this.jdbc.query("select repeat('x', 100) from generate_series(1, ?)", SlowApplication::read, rows);
		return "done";
	}

	private static void read(ResultSet row) throws SQLException {
		row.getString(1);
	}

	@GetMapping("/remote/{millis}")
	String remote(@PathVariable long millis) {
		this.remote.get().uri("/slow?{millis}", millis).retrieve().toBodilessEntity();
		return "done";
	}

	@GetMapping("/cpu/{millis}")
	String cpu(@PathVariable long millis) {
		long end = this.threads.getCurrentThreadCpuTime() + TimeUnit.MILLISECONDS.toNanos(millis);
		long spins = 0;
		while (this.threads.getCurrentThreadCpuTime() < end) {
			spins++;
		}
		return "done " + spins;
	}

	@GetMapping("/blocked/{millis}")
	String blocked(@PathVariable long millis, @RequestParam(required = false) String secret) {
		rest(millis);
		return "done";
	}

	@GetMapping("/async/{millis}")
	Callable<String> async(@PathVariable long millis) {
		return () -> {
			rest(millis);
			return "done";
		};
	}

	@GetMapping("/task/{millis}")
	WebAsyncTask<String> task(@PathVariable long millis) {
		return new WebAsyncTask<>(null, new SimpleAsyncTaskExecutor("own-"), () -> {
			this.jdbc.queryForObject("select 1", Integer.class);
			rest(millis);
			return "done";
		});
	}

	@GetMapping("/stream/{millis}")
	StreamingResponseBody stream(@PathVariable long millis) {
		return (out) -> {
			rest(millis);
			out.write(1);
		};
	}

	static void rest(long millis) {
		long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
		while (end - System.nanoTime() > 0) {
			LockSupport.parkNanos(end - System.nanoTime());
		}
	}

	/**
	 * Holds all connections until it is released.
	 */
	static void hold(JdbcTemplate jdbc, CountDownLatch held, CountDownLatch release) {
		jdbc.execute((Connection connection) -> {
			held.countDown();
			try {
				return release.await(60, TimeUnit.SECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return false;
			}
		});
	}

}
