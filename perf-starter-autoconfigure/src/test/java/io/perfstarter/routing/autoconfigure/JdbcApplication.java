package io.perfstarter.routing.autoconfigure;

import java.util.concurrent.TimeUnit;

import io.perfstarter.fixtures.NamedDatabases;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * A JDBC-only application that prints which server it reads from.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(WhereAmI.class)
class JdbcApplication {

	public static void main(String[] args) throws InterruptedException {
		NamedDatabases databases = new NamedDatabases();
		System.setProperty("spring.datasource.url", databases.url("primary"));
		System.setProperty("perf-starter.routing.replicas.r1.url", databases.url("replica"));
		// For a busy machine: a read that waits longer falls back to the primary.
		System.setProperty("perf-starter.routing.replicas.r1.hikari.connection-timeout", "10000");
		try (ConfigurableApplicationContext context = SpringApplication.run(JdbcApplication.class, args)) {
			System.out.println("read from the " + serverOnceUp(context.getBean(WhereAmI.class)));
		}
	}

	/**
	 * Reads until the replica answers, which a busy machine connects late to.
	 */
	private static String serverOnceUp(WhereAmI whereAmI) throws InterruptedException {
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
		String server = whereAmI.inReadOnlyTransaction();
		while (!server.equals("replica") && System.nanoTime() - end < 0) {
			Thread.sleep(50);
			server = whereAmI.inReadOnlyTransaction();
		}
		return server;
	}

}
