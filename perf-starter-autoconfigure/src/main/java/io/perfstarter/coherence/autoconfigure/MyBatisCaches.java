package io.perfstarter.coherence.autoconfigure;

import io.perfstarter.coherence.guard.CacheGuard;
import io.perfstarter.support.LogOnce;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.ResultMap;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.Signature;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ResultHandler;
import org.apache.ibatis.session.RowBounds;
import org.apache.ibatis.session.SqlSessionFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Observes the queries whose results MyBatis may take from a second-level cache, because
 * the age of these results is unknown, and logs a warning at the first of them.
 */
record MyBatisCaches(ObjectProvider<CacheGuard> guard) implements BeanPostProcessor {

	private static final Log logger = LogFactory.getLog(MyBatisCaches.class);

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof SqlSessionFactory sessions) {
			sessions.getConfiguration().addInterceptor(new CachedQueries(this.guard.getObject()));
		}
		return bean;
	}

	/**
	 * Informs the guard about each query that has a cache, even if the result is not from
	 * the cache. MyBatis executes nested queries unobserved, so a query that may have
	 * nested queries counts if any mapper has a cache. Thread-safe.
	 */
	@Intercepts({
			@Signature(type = Executor.class, method = "query",
					args = { MappedStatement.class, Object.class, RowBounds.class, ResultHandler.class }),
			@Signature(type = Executor.class, method = "queryCursor",
					args = { MappedStatement.class, Object.class, RowBounds.class }) })
	static final class CachedQueries implements Interceptor {

		private final CacheGuard guard;

		private final LogOnce once = new LogOnce();

		CachedQueries(CacheGuard guard) {
			this.guard = guard;
		}

		@Override
		public @Nullable Object intercept(Invocation invocation) throws Throwable {
			MappedStatement statement = (MappedStatement) invocation.getArgs()[0];
			if (mayReadFromACache(statement)) {
				this.guard.servedOfUnknownAge();
				tell(statement);
			}
			return invocation.proceed();
		}

		private static boolean mayReadFromACache(MappedStatement statement) {
			Configuration configuration = statement.getConfiguration();
			return configuration.isCacheEnabled()
					&& (statement.getCache() != null && statement.isUseCache() || !configuration.getCaches().isEmpty()
							&& statement.getResultMaps().stream().anyMatch(CachedQueries::mayNest));
		}

		private static boolean mayNest(ResultMap map) {
			return map.hasNestedQueries() || map.hasNestedResultMaps() || map.getDiscriminator() != null;
		}

		private void tell(MappedStatement statement) {
			if (this.once.isFirst(MyBatisCaches.class)) {
				logger.warn(("The second-level cache of MyBatis is on for '%s'. Managed caches serve what is computed "
						+ "from its values for 'perf-starter.coherence.max-staleness' at most, because their age is "
						+ "unknown. This age adds to the staleness: do not cache the same rows in both")
					.formatted(statement.getId()));
			}
		}

	}

}
