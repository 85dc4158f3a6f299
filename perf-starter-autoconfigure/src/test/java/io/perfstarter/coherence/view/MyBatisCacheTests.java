package io.perfstarter.coherence.view;

import java.util.Map;

import javax.sql.DataSource;

import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import org.apache.ibatis.annotations.CacheNamespace;
import org.apache.ibatis.annotations.One;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Result;
import org.apache.ibatis.annotations.Results;
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
	void aNestedQueryMayReadFromACache() {
		this.contextRunner.run((context) -> {
			Articles articles = context.getBean(Articles.class);
			Cache cache = context.getBean(CacheManager.class).getCache("articles");
			assertThat(articles.ordered(1)).isEqualTo("article 1");
			articles.text(2, false);
			Awaitility.await().until(() -> cache.get(1) == null);
			assertThat(cache.get(2)).isNotNull();
		});
	}

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

		private final OrderMapper orders;

		Articles(ArticleMapper mapper, OrderMapper orders) {
			this.mapper = mapper;
			this.orders = orders;
		}

		@Cacheable(cacheNames = "articles", key = "#id")
		public String text(int id, boolean cached) {
			return cached ? this.mapper.text(id) : this.mapper.currentText(id);
		}

		@Cacheable(cacheNames = "articles", key = "#id")
		public Object ordered(int id) {
			return this.orders.order(id).get("article");
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

	/**
	 * Reads rows without a cache, and other rows for them with that of their mapper.
	 */
	interface OrderMapper {

		@Select("select #{id} as id")
		@Results(@Result(property = "article", column = "id", javaType = String.class,
				one = @One(select = "io.perfstarter.coherence.view.MyBatisCacheTests$ArticleMapper.text")))
		Map<String, Object> order(int id);

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
		MapperFactoryBean<OrderMapper> orderMapper(SqlSessionFactory sessions) {
			MapperFactoryBean<OrderMapper> mapper = new MapperFactoryBean<>(OrderMapper.class);
			mapper.setSqlSessionFactory(sessions);
			return mapper;
		}

		@Bean
		Articles articles(ArticleMapper mapper, OrderMapper orders) {
			return new Articles(mapper, orders);
		}

	}

}
