package io.perfstarter.sample.members;

import io.perfstarter.sample.launcher.Visitor;
import io.perfstarter.sample.ticket.ParkingData;
import jakarta.persistence.EntityManagerFactory;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.Banner;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the look-ups with JPA: read-only transactions skip the flush.
 */
class MembersTests {

	private static final String DATABASE = "jdbc:h2:mem:jpa-members;DB_CLOSE_DELAY=-1";

	private static ConfigurableApplicationContext application;

	private static Statistics statistics;

	@BeforeAll
	static void start() {
		JdbcDataSource dataSource = new JdbcDataSource();
		dataSource.setURL(DATABASE);
		dataSource.setUser("sample");
		ParkingData.create(dataSource);
		application = MembersApplication.builder()
			.bannerMode(Banner.Mode.OFF)
			.run("--server.port=0", "--spring.datasource.url=" + DATABASE, "--spring.datasource.username=sample",
					"--members.token-service=http://localhost:1");
		statistics = application.getBean(EntityManagerFactory.class).unwrap(SessionFactory.class).getStatistics();
		statistics.setStatisticsEnabled(true);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@BeforeEach
	void clear() {
		statistics.clear();
	}

	@Test
	void repositoryReadsInATransactionThatDoesNotFlush() {
		assertThat(get("/members")).startsWith("[{\"id\":1,");
		assertThat(statistics.getEntityLoadCount()).isEqualTo(500);
		assertThat(statistics.getTransactionCount()).isEqualTo(1);
		assertThat(statistics.getFlushCount()).isZero();
	}

	@Test
	void transactionThatMightWriteFlushesAllEntities() {
		assertThat(get("/members-legacy")).isEqualTo(get("/members"));
		assertThat(statistics.getFlushCount()).isPositive();
	}

	private static String get(String path) {
		int port = ((WebServerApplicationContext) application).getWebServer().getPort();
		return Visitor.withCookies().get("http://localhost:%d%s".formatted(port, path)).body();
	}

}
