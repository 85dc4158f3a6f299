package io.perfstarter.sample.ticket;

import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.sample.launcher.Visitor;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

import org.springframework.boot.Banner;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of what becomes of orders while their executor is full.
 */
@Tag(Tier.ALL)
class FullExecutorTests {

	private static final String ORDER = "{\"categoryId\": 1, \"quantity\": 1}";

	private final Visitor visitor = Visitor.withCookies();

	private final JdbcDataSource database = new JdbcDataSource();

	private final JdbcTemplate jdbcTemplate = new JdbcTemplate(this.database);

	@BeforeEach
	void createData(TestInfo test) {
		this.database.setURL("jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000"
			.formatted(test.getTestMethod().orElseThrow().getName()));
		this.database.setUser("sample");
		ParkingData.create(this.database);
	}

	@Test
	void orderBeyondTheRoomIsRefusedAndTheOthersAreDone() throws SQLException {
		try (ConfigurableApplicationContext context = start()) {
			String url = "http://localhost:%d/"
				.formatted(((WebServerApplicationContext) context).getWebServer().getPort());
			try (Connection blocker = this.database.getConnection(); Statement statement = blocker.createStatement()) {
				blocker.setAutoCommit(false);
				statement.execute("update stock set remaining = remaining where category_id = 1");
				assertThat(order(url).statusCode()).as("runs").isEqualTo(202);
				assertThat(order(url).statusCode()).as("waits").isEqualTo(202);
				HttpResponse<String> refused = order(url);
				assertThat(refused.statusCode()).isEqualTo(503);
				assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
				assertThat(refused.body()).contains("Too many orders are waiting; try again later");
				assertThat(states("ACCEPTED")).isEqualTo(2);
				assertThat(states("REFUSED")).isOne();
				blocker.rollback();
			}
			await("the others").untilAsserted(() -> assertThat(states("DONE")).isEqualTo(2));
			assertThat(
					this.jdbcTemplate.queryForObject("select remaining from stock where category_id = 1", Long.class))
				.isEqualTo(999_998);
		}
	}

	private ConfigurableApplicationContext start() {
		return TicketApplication.builder()
			.bannerMode(Banner.Mode.OFF)
			.run("--server.port=0", "--eureka.client.enabled=false",
					"--spring.datasource.url=" + this.database.getURL(),
					"--spring.datasource.username=" + this.database.getUser(), "--perf-starter.warmup.enabled=false",
					"--perf-starter.async.executors.orders.concurrency-limit=1",
					"--perf-starter.async.executors.orders.queue-capacity=1");
	}

	private HttpResponse<String> order(String url) {
		return this.visitor.post(url + "orders", ORDER);
	}

	private int states(String state) {
		Integer count = this.jdbcTemplate.queryForObject("select count(*) from orders where state = ?", Integer.class,
				state);
		return (count != null) ? count : 0;
	}

}
