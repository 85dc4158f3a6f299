package io.perfstarter.jdbc.autoconfigure;

import java.util.List;
import java.util.function.Supplier;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.ObservedPools;
import io.perfstarter.settings.autoconfigure.ConditionalOnSwitch;
import io.perfstarter.warmup.WarmupContext;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.util.function.SingletonSupplier;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the observation of pooled
 * connections. Does nothing unless a feature registers a listener.
 */
// Before Boot's auto-configuration: our metadata of wrapped pools must be found first.
@AutoConfiguration(beforeName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnClass({ HikariDataSource.class, DataSourceUnwrapper.class })
@ConditionalOnSwitch({ "perf-starter.boundary.enabled", "perf-starter.coherence.enabled",
		"perf-starter.eviction.enabled", "perf-starter.reporting.enabled", "perf-starter.routing.enabled" })
public final class JdbcObservationAutoConfiguration {

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static ObservedPools perfStarterObservedPools(ListableBeanFactory beanFactory,
			ObjectProvider<JdbcListener> listeners) {
		Supplier<List<JdbcListener>> all = SingletonSupplier.of(() -> listeners.orderedStream().toList());
		Supplier<List<JdbcListener>> warmupListeners = SingletonSupplier
			.of(() -> all.get().stream().map(JdbcListener::forWarmup).toList());
		return new ObservedPools(() -> beanFactory.getBeanNamesForType(JdbcListener.class, true, false).length > 0,
				() -> WarmupContext.active() ? warmupListeners.get() : all.get());
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static ObservedPoolPostProcessor perfStarterObservedPoolPostProcessor(ConfigurableListableBeanFactory beanFactory,
			ObservedPools pools) {
		return new ObservedPoolPostProcessor(beanFactory, pools);
	}

}
