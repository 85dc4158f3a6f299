package io.perfstarter.reporting.autoconfigure;

import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

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
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/**
 * An application of which each path is slow for its own reason.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@RestController
class SlowApplication {

	static final Semaphore GATE = new Semaphore(0);

	private final JdbcTemplate jdbc;

	SlowApplication(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	@Bean
	SecurityFilterChain everybody() {
		return new DefaultSecurityFilterChain(AnyRequestMatcher.INSTANCE);
	}

	@GetMapping("/blocked/{millis}")
	String blocked(@PathVariable long millis) {
		rest(millis);
		return "done";
	}

	@GetMapping("/hanging/{number}")
	String hanging(@PathVariable int number) throws InterruptedException {
		GATE.acquire();
		return "done " + number;
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

}
