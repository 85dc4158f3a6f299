package io.perfstarter.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.observation.ObservationRegistry;
import io.perfstarter.boundary.autoconfigure.BoundaryAutoConfiguration;
import io.perfstarter.boundary.connection.Boundary;
import io.perfstarter.boundary.connection.BoundaryStatus;
import io.perfstarter.boundary.connection.Forecast;
import io.perfstarter.jdbc.autoconfigure.JdbcObservationAutoConfiguration;
import io.perfstarter.routing.PostgresPair;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.RestClient;

/**
 * A member is found, a token is fetched in 50 ms, the member is saved: in one
 * transaction, and with one transaction for each piece of SQL; 40 threads and a pool of 5
 * on a real PostgreSQL.
 */
public final class MemberForms implements Experiment {

	private static final int THREADS = 40;

	private static final int POOL = 5;

	private static final int REMOTE_MILLIS = 50;

	@Override
	public Report run(boolean smoke) throws Exception {
		Duration time = Duration.ofMillis(smoke ? 1_000 : 10_000);
		PostgresPair databases = PostgresPair.shared();
		try (TokenService tokens = new TokenService();
				ConfigurableApplicationContext legacy = start(databases);
				ConfigurableApplicationContext repositories = start(databases)) {
			createMembers(legacy.getBean(JdbcClient.class));
			Members before = new Members(legacy, tokens.url());
			Members after = new Members(repositories, tokens.url());
			perSecond(before::inOneTransaction, time.dividedBy(2));
			perSecond(after::inTransactionsOfRepositories, time.dividedBy(2));
			double legacyRate = perSecond(before::inOneTransaction, time);
			BoundaryStatus.Method account = account(legacy);
			double repositoryRate = perSecond(after::inTransactionsOfRepositories, time);
			return report(account, legacyRate, repositoryRate);
		}
	}

	private static ConfigurableApplicationContext start(PostgresPair databases) {
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "spring.datasource.url=" + databases.primaryUrl(),
					"spring.datasource.username=postgres", "spring.datasource.hikari.maximum-pool-size=" + POOL,
					"spring.datasource.hikari.connection-timeout=30000")
			.run();
	}

	private static void createMembers(JdbcClient client) {
		client.sql("create table member (id int primary key, token varchar(100))").update();
		client.sql("insert into member select number, '' from generate_series(1, 10000) number").update();
	}

	private static BoundaryStatus.Method account(ConfigurableApplicationContext context) {
		return context.getBean(Boundary.class)
			.status()
			.methods()
			.stream()
			.filter((method) -> method.method().equals("Members.inOneTransaction()"))
			.findFirst()
			.orElseThrow();
	}

	private static double perSecond(Runnable work, Duration time) throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(THREADS);
		try {
			long begin = System.nanoTime();
			long end = begin + time.toNanos();
			List<Future<Integer>> counts = new ArrayList<>();
			for (int thread = 0; thread < THREADS; thread++) {
				counts.add(executor.submit(() -> {
					int count = 0;
					while (System.nanoTime() - end < 0) {
						work.run();
						count++;
					}
					return count;
				}));
			}
			int sum = 0;
			for (Future<Integer> count : counts) {
				sum += count.get();
			}
			return sum / ((System.nanoTime() - begin) / 1e9);
		}
		finally {
			executor.shutdownNow();
		}
	}

	private static Report report(BoundaryStatus.Method account, double legacyRate, double repositoryRate) {
		Forecast forecast = account.forecast();
		Report report = new Report(
				"%d threads, pool of %d, remote call of %d ms, PostgreSQL".formatted(THREADS, POOL, REMOTE_MILLIS));
		report.row("one transaction around all, a second", number(legacyRate));
		report.row("its account: held, used",
				String.format(Locale.ROOT, "%.1f, %.1f ms", account.heldMillis(), account.usedMillis()));
		report.row("forecast from it: ceiling now, a second", number(forecast.ceiling()));
		report.row("forecast from it: ceiling after the cure, bound by " + forecast.boundBy(),
				number(forecast.ceilingAfter()));
		report.row("transactions of the repositories, a second", number(repositoryRate));
		report.atMost("one transaction ÷ transactions of the repositories", "%.2f", legacyRate / repositoryRate, 0.2);
		report.atMost("forecast ÷ transactions of the repositories", "%.2f", forecast.ceilingAfter() / repositoryRate,
				1 / 0.6);
		return report;
	}

	private static String number(double rate) {
		return String.format(Locale.ROOT, "%.0f", rate);
	}

	/**
	 * What the service needs of Boot.
	 */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
			JdbcClientAutoConfiguration.class, DataSourceTransactionManagerAutoConfiguration.class,
			TransactionAutoConfiguration.class, ObservationAutoConfiguration.class, BoundaryAutoConfiguration.class,
			JdbcObservationAutoConfiguration.class })
	static class Application {

	}

	/**
	 * The service in both forms.
	 */
	private static final class Members {

		private final AtomicInteger next = new AtomicInteger();

		private final JdbcClient client;

		private final PlatformTransactionManager manager;

		private final RestClient tokens;

		private Members(ConfigurableApplicationContext context, String tokens) {
			this.client = context.getBean(JdbcClient.class);
			this.manager = context.getBean(PlatformTransactionManager.class);
			this.tokens = RestClient.builder()
				.baseUrl(tokens)
				.requestFactory(new SimpleClientHttpRequestFactory())
				.observationRegistry(context.getBean(ObservationRegistry.class))
				.build();
		}

		void inOneTransaction() {
			int id = id();
			transaction("inOneTransaction", () -> {
				find(id);
				save(id, token());
			});
		}

		void inTransactionsOfRepositories() {
			int id = id();
			transaction("find", () -> find(id));
			String token = token();
			transaction("save", () -> save(id, token));
		}

		private void transaction(String name, Runnable work) {
			TransactionTemplate template = new TransactionTemplate(this.manager);
			template.setName("bench.Members." + name);
			template.executeWithoutResult((status) -> work.run());
		}

		private int id() {
			return Math.floorMod(this.next.getAndIncrement(), 10_000) + 1;
		}

		private Map<String, Object> find(int id) {
			return this.client.sql("select * from member where id = ?").param(id).query().singleRow();
		}

		private String token() {
			return this.tokens.get().uri("/token").retrieve().body(String.class);
		}

		private void save(int id, String token) {
			this.client.sql("update member set token = ? where id = ?").params(token, id).update();
		}

	}

	/**
	 * A service that takes its time.
	 */
	private static final class TokenService implements AutoCloseable {

		private final ExecutorService executor = Executors.newFixedThreadPool(THREADS);

		private final HttpServer server;

		private TokenService() throws IOException {
			// Else the body waits 40 ms for the head to be acknowledged.
			System.setProperty("sun.net.httpserver.nodelay", "true");
			this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), THREADS);
			this.server.setExecutor(this.executor);
			this.server.createContext("/token", (exchange) -> {
				try {
					TimeUnit.MILLISECONDS.sleep(REMOTE_MILLIS);
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
				exchange.sendResponseHeaders(200, 5);
				exchange.getResponseBody().write("token".getBytes());
				exchange.close();
			});
			this.server.start();
		}

		private String url() {
			return "http://localhost:" + this.server.getAddress().getPort();
		}

		@Override
		public void close() {
			this.server.stop(0);
			this.executor.shutdownNow();
		}

	}

}
