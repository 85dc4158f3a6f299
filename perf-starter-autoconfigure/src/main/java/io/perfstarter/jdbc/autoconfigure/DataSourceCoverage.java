package io.perfstarter.jdbc.autoconfigure;

import java.util.Arrays;
import java.util.List;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.jdbc.JdbcCoverage;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.jdbc.DataSourceUnwrapper;

/**
 * Determines whether all data source beans are observed pools, also behind wrappers. The
 * result is cached once there is a data source. Thread-safe.
 */
final class DataSourceCoverage implements JdbcCoverage {

	private final ConfigurableListableBeanFactory beanFactory;

	private volatile @Nullable Boolean complete;

	DataSourceCoverage(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public boolean isComplete() {
		Boolean complete = this.complete;
		if (complete == null) {
			List<DataSource> dataSources = dataSources();
			if (dataSources.isEmpty()) {
				return false;
			}
			complete = dataSources.stream().allMatch(DataSourceCoverage::isObserved);
			this.complete = complete;
		}
		return complete;
	}

	/**
	 * Returns the data sources that are created already; a lazy one that is not created
	 * is not in use.
	 */
	private List<DataSource> dataSources() {
		return Arrays.stream(this.beanFactory.getBeanNamesForType(DataSource.class, true, false))
			.filter(this.beanFactory::containsSingleton)
			.map((name) -> this.beanFactory.getBean(name, DataSource.class))
			.toList();
	}

	private static boolean isObserved(DataSource dataSource) {
		return AopUtils.isAopProxy(DataSourceUnwrapper.unwrap(dataSource, HikariDataSource.class));
	}

}
