package io.perfstarter.bench;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurationImportSelector;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.AnnotationAttributes;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * A small service on Tomcat, with the starter if that is on the class path: so nothing
 * here may need it. Prints its port, and ends with its input.
 */
public final class ServiceMain {

	static final String PORT = "port ";

	private ServiceMain() {
	}

	public static void main(String[] args) throws Exception {
		SpringApplication application = new SpringApplication(Service.class);
		ServletWebServerApplicationContext context = (ServletWebServerApplicationContext) application.run(args);
		System.out.println(PORT + context.getWebServer().getPort());
		while (System.in.read() >= 0) {
			// Until who has started it has gone.
		}
		Runtime.getRuntime().halt(0);
	}

	/**
	 * What there is besides the starter: what an application with web and JDBC has.
	 */
	static final class Selector extends AutoConfigurationImportSelector {

		private static final List<String> OURS = List.of("io.perfstarter.");

		private static final List<String> WEB = List.of("org.springframework.boot.autoconfigure.",
				"org.springframework.boot.webmvc.autoconfigure.", "org.springframework.boot.tomcat.autoconfigure.",
				"org.springframework.boot.servlet.autoconfigure.",
				"org.springframework.boot.http.converter.autoconfigure.",
				"org.springframework.boot.jackson.autoconfigure.");

		private static final List<String> DATABASE = List.of("org.springframework.boot.jdbc.autoconfigure.",
				"org.springframework.boot.transaction.autoconfigure.");

		@Override
		protected AnnotationAttributes getAttributes(AnnotationMetadata metadata) {
			return new AnnotationAttributes(Map.of("exclude", new String[0], "excludeName", new String[0]));
		}

		@Override
		protected List<String> getCandidateConfigurations(AnnotationMetadata metadata,
				@Nullable AnnotationAttributes attributes) {
			boolean database = getEnvironment().containsProperty("spring.datasource.url");
			return super.getCandidateConfigurations(metadata, attributes).stream()
				.filter((name) -> !name.contains(".actuate.") && !name.contains(".metrics."))
				.filter((name) -> begins(name, OURS) || begins(name, WEB) || (database && begins(name, DATABASE)))
				.toList();
		}

		private static boolean begins(String name, List<String> packages) {
			return packages.stream().anyMatch(name::startsWith);
		}

	}

	/**
	 * Its answers are as short as can be, so that what is done for them is not hidden.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import({ Selector.class, Answers.class, GradientFilter.class })
	static class Service {

	}

	/**
	 * What it answers.
	 */
	@RestController
	static class Answers {

		private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

		private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

		private final ObjectProvider<JdbcClient> jdbcClient;

		Answers(ObjectProvider<JdbcClient> jdbcClient) {
			this.jdbcClient = jdbcClient;
		}

		@GetMapping("/plain")
		String plain() {
			return "Hello";
		}

		@GetMapping("/statement")
		String statement() {
			return this.jdbcClient.getObject()
				.sql("select name from items where id = ?")
				.param(7)
				.query(String.class)
				.single();
		}

		/**
		 * Holds a connection for a time.
		 */
		@GetMapping("/connection")
		String connection(@RequestParam double seconds) {
			return this.jdbcClient.getObject()
				.sql("select 'Hello' from pg_sleep(?)")
				.param(seconds)
				.query(String.class)
				.single();
		}

		/**
		 * Computes for a time.
		 */
		@GetMapping("/processor")
		String processor(@RequestParam int rounds) {
			long sum = 0;
			for (int i = 0; i < rounds; i++) {
				sum = sum * 31 + Long.hashCode(sum ^ i);
			}
			return "Hello " + (sum & 1);
		}

		/**
		 * The processor time of the process, and what its threads have allocated.
		 */
		@GetMapping("/used")
		String used() {
			long allocated = 0;
			for (long bytes : this.threads.getThreadAllocatedBytes(this.threads.getAllThreadIds())) {
				allocated += Math.max(0, bytes);
			}
			return this.system.getProcessCpuTime() + " " + allocated;
		}

	}

}
