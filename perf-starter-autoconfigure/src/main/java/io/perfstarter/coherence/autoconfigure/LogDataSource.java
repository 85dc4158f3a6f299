package io.perfstarter.coherence.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.jdbc.autoconfigure.UnpooledDataSource;
import io.perfstarter.settings.autoconfigure.CannotStartException;
import io.perfstarter.settings.autoconfigure.HelpPage;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.util.ClassUtils;

/**
 * The database that contains the invalidation log.
 *
 * @param transactions the bean in whose transactions evictions are written
 * @param server opens connections beside the pool; without HikariCP, borrows connections
 * of the pool
 */
record LogDataSource(DataSource transactions, DataSource server) {

	static final String PROPERTY = CoherenceProperties.PREFIX + ".log-data-source";

	/**
	 * Finds the data source.
	 * @param beanFactory the beans of the application
	 * @param name the name of the bean, {@code null} for the only or primary one
	 */
	static LogDataSource find(BeanFactory beanFactory, @Nullable String name) {
		DataSource bean = (name != null) ? named(beanFactory, name)
				: beanFactory.getBeanProvider(DataSource.class).getIfUnique();
		if (bean == null) {
			throw new CannotStartException(HelpPage.COHERENCE,
					"The invalidation log is to be in a database, but the application has no DataSource, or several of which none is primary.",
					"Configure the DataSource of the cached values; if there are several, name it in '%s'."
						.formatted(PROPERTY));
		}
		ClassLoader classLoader = LogDataSource.class.getClassLoader();
		boolean hikari = ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", classLoader)
				&& ClassUtils.isPresent("org.springframework.boot.jdbc.DataSourceUnwrapper", classLoader);
		return new LogDataSource(bean, hikari ? Hikari.unpooled(bean) : bean);
	}

	private static DataSource named(BeanFactory beanFactory, String name) {
		if (!beanFactory.containsBean(name) || !beanFactory.isTypeMatch(name, DataSource.class)) {
			throw new InvalidConfigurationPropertyValueException(PROPERTY, name,
					"Write the name of the DataSource bean whose database the cached values come from.");
		}
		return beanFactory.getBean(name, DataSource.class);
	}

	/**
	 * Opens connections beside a HikariCP pool. A separate class, because HikariCP is
	 * optional.
	 */
	private static final class Hikari extends DelegatingDataSource {

		private final UnpooledDataSource unpooled;

		private Hikari(UnpooledDataSource unpooled) {
			super(unpooled);
			this.unpooled = unpooled;
		}

		static DataSource unpooled(DataSource bean) {
			HikariDataSource pool = DataSourceUnwrapper.unwrap(bean, HikariConfigMXBean.class, HikariDataSource.class);
			return (pool != null && pool.getJdbcUrl() != null) ? new Hikari(new UnpooledDataSource(pool)) : bean;
		}

		@Override
		public Connection getConnection() throws SQLException {
			return this.unpooled.getConnectionAsOfPool();
		}

	}

}
