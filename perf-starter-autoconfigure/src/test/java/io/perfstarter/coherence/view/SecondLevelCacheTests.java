package io.perfstarter.coherence.view;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import com.github.benmanes.caffeine.jcache.spi.CaffeineCachingProvider;
import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.fixtures.Tier;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.awaitility.Awaitility;
import org.hibernate.SessionEventListener;
import org.hibernate.jpa.HibernateHints;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

/**
 * Tests for cached methods whose values come from Hibernate's second-level or query
 * cache.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag(Tier.CI)
class SecondLevelCacheTests {

	private static final String REGIONS = "spring.jpa.properties.hibernate.cache.region.factory_class=jcache";

	private static final String LISTENER = "spring.jpa.properties.hibernate.session.events.auto=";

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, DataSourceAutoConfiguration.class,
				JdbcTemplateAutoConfiguration.class, JdbcClientAutoConfiguration.class,
				HibernateJpaAutoConfiguration.class, TransactionManagerCustomizationAutoConfiguration.class,
				TransactionAutoConfiguration.class, CoherenceAutoConfiguration.class))
		.withUserConfiguration(Application.class)
		.withBean(Articles.class)
		.withPropertyValues("spring.datasource.generate-unique-name=true", "spring.jpa.hibernate.ddl-auto=create",
				"spring.jpa.properties.hibernate.javax.cache.provider=" + CaffeineCachingProvider.class.getName(),
				"spring.jpa.properties.hibernate.javax.cache.missing_cache_strategy=create",
				"perf-starter.coherence.caches.articles.time-to-live=10m", "perf-starter.coherence.max-staleness=1s");

	@Test
	void hitOfTheSecondLevelCacheIsServedByItsAgeOnly(CapturedOutput output) {
		this.contextRunner.withPropertyValues(REGIONS).run((context) -> {
			insertArticles(context);
			Articles articles = context.getBean(Articles.class);
			articles.read(1);
			articles.text(1);
			articles.text(2);
			awaitAbsent(context, "1");
			assertThat(isCached(context, "2")).isTrue();
			assertThat(output)
				.containsOnlyOnce("The second-level cache of Hibernate is on in 'entityManagerFactory'. Managed caches "
						+ "serve what is computed from its values for");
		});
	}

	@Test
	void hitOfTheQueryCacheIsServedByItsAgeOnly(CapturedOutput output) {
		this.contextRunner
			.withPropertyValues(REGIONS, "spring.jpa.properties.hibernate.cache.use_query_cache=true",
					"spring.jpa.properties.hibernate.cache.use_second_level_cache=false")
			.run((context) -> {
				insertArticles(context);
				Articles articles = context.getBean(Articles.class);
				articles.texts("o%");
				context.getBean(CacheManager.class).getCache("articles").clear();
				articles.texts("o%");
				articles.texts("ol%");
				awaitAbsent(context, "o%");
				assertThat(isCached(context, "ol%")).isTrue();
				assertThat(output).containsOnlyOnce("The query cache of Hibernate is on");
			});
	}

	@Test
	void allValuesAreServedByTheirAgeIfTheApplicationHasAListenerOfItsOwn(CapturedOutput output) {
		this.contextRunner.withPropertyValues(REGIONS, LISTENER + OwnListener.class.getName()).run((context) -> {
			insertArticles(context);
			context.getBean(Articles.class).text(2);
			awaitAbsent(context, "2");
			assertThat(OwnListener.transactions).hasPositiveValue();
			assertThat(output).contains("serve all values, because 'hibernate.session.events.auto' is set");
		});
	}

	@Test
	void withoutSuchACacheNothingIsSaid(CapturedOutput output) {
		this.contextRunner.withPropertyValues("spring.jpa.properties.hibernate.cache.use_second_level_cache=false")
			.run((context) -> {
				insertArticles(context);
				context.getBean(Articles.class).text(1);
				assertThat(isCached(context, "1")).isTrue();
				assertThat(output).doesNotContain("cache of Hibernate is on");
			});
	}

	@Test
	void aChildContextDoesNotRepeatTheWarning(CapturedOutput output) {
		this.contextRunner.withPropertyValues(REGIONS).run((context) -> {
			try (GenericApplicationContext child = new GenericApplicationContext(context)) {
				child.refresh();
			}
			assertThat(output).containsOnlyOnce("cache of Hibernate is on");
		});
	}

	@Test
	void anEntityManagerFactoryOfAnotherProviderIsLeftAlone() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, CoherenceAutoConfiguration.class))
			.withPropertyValues("perf-starter.coherence.caches.articles.time-to-live=10m")
			.withBean(EntityManagerFactory.class, () -> mock())
			.run((context) -> assertThat(context).hasNotFailed());
	}

	private static void insertArticles(ApplicationContext context) {
		JdbcClient database = context.getBean(JdbcClient.class);
		database.sql("insert into article (id, text) values (1, 'old'), (2, 'old')").update();
	}

	private static void awaitAbsent(ApplicationContext context, String key) {
		assertThat(isCached(context, key)).isTrue();
		Awaitility.await().until(() -> !isCached(context, key));
	}

	private static boolean isCached(ApplicationContext context, String key) {
		return context.getBean(CacheManager.class).getCache("articles").get(key) != null;
	}

	/**
	 * An application with entities.
	 */
	@EnableCaching
	@EntityScan(basePackageClasses = Article.class)
	static class Application {

	}

	/**
	 * Cached texts of articles.
	 */
	static class Articles {

		private final EntityManager entityManager;

		Articles(EntityManager entityManager) {
			this.entityManager = entityManager;
		}

		@Transactional
		public void read(long id) {
			this.entityManager.find(Article.class, id);
		}

		@Cacheable(cacheNames = "articles", key = "'' + #id")
		@Transactional(readOnly = true)
		public String text(long id) {
			return this.entityManager.find(Article.class, id).text;
		}

		@Cacheable("articles")
		@Transactional(readOnly = true)
		public List<String> texts(String pattern) {
			return this.entityManager.createQuery("select text from Article where text like :pattern", String.class)
				.setParameter("pattern", pattern)
				.setHint(HibernateHints.HINT_CACHEABLE, true)
				.getResultList();
		}

	}

	/**
	 * A listener of the application.
	 */
	public static final class OwnListener implements SessionEventListener {

		private static final AtomicInteger transactions = new AtomicInteger();

		@Override
		public void transactionCompletion(boolean successful) {
			transactions.incrementAndGet();
		}

	}

}
