package io.perfstarter.coherence.view;

import javax.sql.DataSource;

import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import org.apache.ibatis.annotations.CacheNamespace;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.session.SqlSessionFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.mybatis.spring.mapper.MapperFactoryBean;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for cached methods whose values come from a second-level cache of MyBatis.
 */
@ExtendWith(OutputCaptureExtension.class)
class MyBatisCacheTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, DataSourceAutoConfiguration.class,
				CoherenceAutoConfiguration.class))
		.withUserConfiguration(Application.class)
		.withPropertyValues("spring.datasource.generate-unique-name=true",
				"perf-starter.coherence.caches.articles.time-to-live=10m", "perf-starter.coherence.max-staleness=1s");

	@Test
	void aQueryWithACacheIsServedByItsAgeOnly(CapturedOutput output) {
		this.contextRunner.run((context) -> {
			Articles articles = context.getBean(Articles.class);
			Cache cache = context.getBean(CacheManager.class).getCache("articles");
			articles.text(1, true);
			articles.text(2, true);
			articles.text(3, false);
			Awaitility.await().until(() -> cache.get(1) == null && cache.get(2) == null);
			assertThat(cache.get(3)).isNotNull();
			assertThat(output).containsOnlyOnce("The second-level cache of MyBatis is on for '");
		});
	}

	/**
	 * Reads articles.
	 */
	static class Articles {

		private final ArticleMapper mapper;

		Articles(ArticleMapper mapper) {
			this.mapper = mapper;
		}

		@Cacheable(cacheNames = "articles", key = "#id")
		public String text(int id, boolean cached) {
			return cached ? this.mapper.text(id) : this.mapper.currentText(id);
		}

	}

	/**
	 * Reads rows, with a cache of its own.
	 */
	@CacheNamespace
	interface ArticleMapper {

		@Select("select 'article ' || #{id}")
		String text(int id);

		@Select("select 'article ' || #{id}")
		@Options(useCache = false)
		String currentText(int id);

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Application {

		@Bean
		SqlSessionFactoryBean sessions(DataSource dataSource) {
			SqlSessionFactoryBean sessions = new SqlSessionFactoryBean();
			sessions.setDataSource(dataSource);
			return sessions;
		}

		@Bean
		MapperFactoryBean<ArticleMapper> articleMapper(SqlSessionFactory sessions) {
			MapperFactoryBean<ArticleMapper> mapper = new MapperFactoryBean<>(ArticleMapper.class);
			mapper.setSqlSessionFactory(sessions);
			return mapper;
		}

		@Bean
		Articles articles(ArticleMapper mapper) {
			return new Articles(mapper);
		}

	}

}
