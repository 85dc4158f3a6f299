package io.perfstarter.coherence.view;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.coherence.guard.LocalCaches;
import io.perfstarter.coherence.protocol.Event;
import jakarta.persistence.EntityManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.WebApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for cached methods that read entities of open-in-view, which Boot turns on by
 * default.
 */
class OpenInViewCacheTests {

	private final WebApplicationContextRunner contextRunner = new WebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, DataSourceAutoConfiguration.class,
				HibernateJpaAutoConfiguration.class, TransactionManagerCustomizationAutoConfiguration.class,
				TransactionAutoConfiguration.class, WebMvcAutoConfiguration.class, CoherenceAutoConfiguration.class))
		.withUserConfiguration(Application.class)
		.withPropertyValues("spring.datasource.generate-unique-name=true", "spring.jpa.hibernate.ddl-auto=create",
				"perf-starter.coherence.caches.notes.time-to-live=10m");

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void entityThatTheRequestReadBeforeAChangeIsNotCached(boolean filter) {
		this.contextRunner.run((context) -> {
			MockMvcTester requests = requests(context, filter);
			context.getBean(JdbcClient.class).sql("insert into note (id, text) values (1, 'old')").update();
			assertThat(requests.get().uri("/note?change=true")).bodyText().isEqualTo("old");
			assertThat(requests.get().uri("/note?change=false")).bodyText().isEqualTo("new");
		});
	}

	@Test
	void entityOfARequestIsCached() {
		this.contextRunner.run((context) -> {
			context.getBean(JdbcClient.class).sql("insert into note (id, text) values (1, 'old')").update();
			assertThat(requests(context, true).get().uri("/note?change=false")).bodyText().isEqualTo("old");
			assertThat(context.getBean(CacheManager.class).getCache("notes").get(1L, String.class)).isEqualTo("old");
		});
	}

	private static MockMvcTester requests(WebApplicationContext context, boolean filter) {
		return MockMvcTester.from(context, (builder) -> {
			if (filter) {
				builder.addFilters(
						context.getBean("perfStarterRequestBeginFilter", FilterRegistrationBean.class).getFilter());
			}
			return builder.build();
		});
	}

	/**
	 * An application with open-in-view.
	 */
	@EnableCaching
	@EntityScan(basePackageClasses = Note.class)
	static class Application {

		@Bean
		JdbcClient jdbcClient(javax.sql.DataSource dataSource) {
			return JdbcClient.create(dataSource);
		}

		@Bean
		Notes notes(EntityManager entityManager) {
			return new Notes(entityManager);
		}

		@Bean
		NoteController noteController(EntityManager entityManager, Notes notes, LocalCaches caches,
				JdbcClient database) {
			return new NoteController(entityManager, notes, caches, database);
		}

	}

	/**
	 * Cached texts.
	 */
	static class Notes {

		private final EntityManager entityManager;

		Notes(EntityManager entityManager) {
			this.entityManager = entityManager;
		}

		@Cacheable("notes")
		public String text(long id) {
			return this.entityManager.find(Note.class, id).text;
		}

	}

	/**
	 * Reads an entity before it calls the cached method.
	 */
	@RestController
	static final class NoteController {

		private final EntityManager entityManager;

		private final Notes notes;

		private final LocalCaches caches;

		private final JdbcClient database;

		NoteController(EntityManager entityManager, Notes notes, LocalCaches caches, JdbcClient database) {
			this.entityManager = entityManager;
			this.notes = notes;
			this.caches = caches;
			this.database = database;
		}

		@GetMapping("/note")
		String text(@RequestParam("change") boolean change) {
			this.entityManager.find(Note.class, 1L);
			if (change) {
				CompletableFuture.runAsync(this::change).join();
			}
			return this.notes.text(1);
		}

		private void change() {
			this.database.sql("update note set text = 'new'").update();
			this.caches.evict(List.of(Event.keys("notes", List.of(1L))));
		}

	}

}
