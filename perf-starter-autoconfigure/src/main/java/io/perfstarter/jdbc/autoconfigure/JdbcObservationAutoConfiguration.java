package io.perfstarter.jdbc.autoconfigure;

import java.util.List;
import java.util.function.Supplier;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.jdbc.JdbcCoverage;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.JdbcSilence;
import io.perfstarter.jdbc.ObservedPools;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.boot.jdbc.metadata.HikariDataSourcePoolMetadata;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Role;
import org.springframework.util.function.SingletonSupplier;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for observing the connections of
 * pools; does nothing unless a feature listens.
 */
// Before Boot's, whose metadata of a pool reads a field that only the pool itself has.
@AutoConfiguration(beforeName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnClass({ HikariDataSource.class, DataSourceUnwrapper.class })
@Conditional(OnObservingFeatureCondition.class)
public final class JdbcObservationAutoConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static ObservedPools perfStarterObservedPools(ListableBeanFactory beanFactory,
			ObjectProvider<JdbcListener> listeners, ObjectProvider<JdbcSilence> silences) {
		Supplier<List<JdbcListener>> all = SingletonSupplier.of(() -> listeners.orderedStream().toList());
		Supplier<List<JdbcListener>> rehearsals = SingletonSupplier
			.of(() -> all.get().stream().map(JdbcListener::rehearsal).toList());
		Supplier<List<JdbcSilence>> exceptions = SingletonSupplier.of(() -> silences.orderedStream().toList());
		return new ObservedPools(() -> beanFactory.getBeanNamesForType(JdbcListener.class, true, false).length > 0,
				() -> (exceptions.get().stream().anyMatch(JdbcSilence::isKept)) ? rehearsals.get() : all.get());
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static ObservedPoolPostProcessor perfStarterObservedPoolPostProcessor(ObservedPools pools) {
		return new ObservedPoolPostProcessor(pools);
	}

	@Bean
	JdbcCoverage perfStarterJdbcCoverage(ConfigurableListableBeanFactory beanFactory) {
		return new DataSourceCoverage(beanFactory);
	}

	@Bean
	DataSourcePoolMetadataProvider perfStarterObservedPoolMetadataProvider() {
		return (dataSource) -> {
			HikariDataSource pool = DataSourceUnwrapper.unwrap(dataSource, HikariDataSource.class);
			return (AopUtils.isAopProxy(pool)
					&& AopProxyUtils.getSingletonTarget(pool) instanceof HikariDataSource target)
							? new HikariDataSourcePoolMetadata(target) : null;
		};
	}

}
