package io.perfstarter.async.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.perfstarter.async.BoundedTaskExecutor;
import io.perfstarter.eviction.autoconfigure.EvictionAutoConfiguration;
import io.perfstarter.jdbc.autoconfigure.JdbcObservationAutoConfiguration;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests for tasks of a transaction whose commit PostgreSQL answers with a rollback,
 * because a statement has failed, although its driver returns normally.
 */
class SilentRollbackTests {

	private static EmbeddedPostgres database;

	@BeforeAll
	static void start() throws Exception {
		database = EmbeddedPostgres.builder().setPGStartupWait(Duration.ofSeconds(60)).start();
	}

	@AfterAll
	static void stop() throws Exception {
		database.close();
	}

	@ParameterizedTest
	@CsvSource({ "never, false", "always, true" })
	void aTaskRunsIfTheTransactionIsCommitted(String autosave, boolean committed) {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, DataSourceAutoConfiguration.class,
					JdbcTemplateAutoConfiguration.class, DataSourceTransactionManagerAutoConfiguration.class,
					TransactionAutoConfiguration.class, AsyncAutoConfiguration.class,
					JdbcObservationAutoConfiguration.class, EvictionAutoConfiguration.class))
			.withUserConfiguration(Mailing.class)
			.withBean(Mails.class)
			.withPropertyValues(
					"spring.datasource.url=" + database.getJdbcUrl("postgres", "postgres") + "&autosave=" + autosave,
					"jdbc.datasource-proxy.enabled=false", "perf-starter.async.executors.mail.concurrency-limit=1",
					"perf-starter.async.executors.mail.submit=after-commit")
			.run((context) -> {
				JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
				jdbc.execute("create table ordered_" + autosave + " (id int primary key)");
				Mails mails = context.getBean(Mails.class);
				new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
					.executeWithoutResult((status) -> {
						jdbc.update("insert into ordered_" + autosave + " values (1)");
						mails.send("ordered");
						assertThatExceptionOfType(DuplicateKeyException.class)
							.isThrownBy(() -> jdbc.update("insert into ordered_" + autosave + " values (1)"));
					});
				assertThat(jdbc.queryForObject("select count(*) from ordered_" + autosave, Integer.class))
					.isEqualTo(committed ? 1 : 0);
				mails.send("last");
				await().until(() -> mails.sent().contains("last"));
				assertThat(mails.sent().contains("ordered")).isEqualTo(committed);
				new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
					.executeWithoutResult((status) -> TransactionSynchronizationManager
						.registerSynchronization(new TransactionSynchronization() {

							@Override
							public void afterCommit() {
								mails.send("after a later commit");
							}

						}));
				await().until(() -> mails.sent().contains("after a later commit"));
				assertThat(context.getBean("mail", BoundedTaskExecutor.class).getQueueSize()).isZero();
			});
	}

	@EnableAsync
	static class Mailing {

	}

	/**
	 * Sends mails, one after the other.
	 */
	static class Mails {

		private final List<String> sent = new CopyOnWriteArrayList<>();

		@Async("mail")
		public void send(String mail) {
			this.sent.add(mail);
		}

		List<String> sent() {
			return this.sent;
		}

	}

}
