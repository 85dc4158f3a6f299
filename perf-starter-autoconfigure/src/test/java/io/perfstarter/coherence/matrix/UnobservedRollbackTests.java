package io.perfstarter.coherence.matrix;

import javax.sql.DataSource;

import io.perfstarter.coherence.contract.CacheKind;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that a value that Spring's transaction has rolled back is served for the bound at
 * most, also if statements are not observed, as with every pool but HikariCP.
 */
@Timeout(180)
class UnobservedRollbackTests {

	@AutoClose
	private static Pair pair;

	private final Instance first = pair.first;

	@BeforeAll
	static void start() {
		pair = new Pair(Application.class, CacheKind.CAFFEINE);
	}

	@Test
	void aValueIsNotKeptThatTheTransactionRollsBackToASavepointOfItsStatus() {
		long id = pair.newUncachedPrice();
		new TransactionTemplate(this.first.bean(PlatformTransactionManager.class)).executeWithoutResult((status) -> {
			Object savepoint = status.createSavepoint();
			this.first.change(id);
			assertThat(this.first.prices().price(id)).isEqualTo(Instance.NEW);
			status.rollbackToSavepoint(savepoint);
		});
		assertFreshAfterTheBound(id);
	}

	private void assertFreshAfterTheBound(long id) {
		assertThat(pair.stored(id)).isEqualTo(Instance.OLD);
		await().pollDelay(Pair.BOUND.plusMillis(300)).until(() -> true);
		assertThat(this.first.prices().price(id)).as("own instance").isEqualTo(Instance.OLD);
		assertThat(pair.second.prices().price(id)).as("other instance").isEqualTo(Instance.OLD);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	@Import(PricesApplication.class)
	static class Application {

		@Bean
		DataSource dataSource(@Value("${spring.datasource.url}") String url) {
			return new DriverManagerDataSource(url, "sa", "");
		}

	}

}
