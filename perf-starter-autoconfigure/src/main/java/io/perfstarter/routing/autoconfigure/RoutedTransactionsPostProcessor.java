package io.perfstarter.routing.autoconfigure;

import java.sql.SQLException;

import javax.sql.DataSource;

import io.perfstarter.routing.connection.Routing;

import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Registers a listener of routing with each transaction manager, which tells those of the
 * routed data source from those of others.
 */
final class RoutedTransactionsPostProcessor implements BeanPostProcessor {

	private final ObjectProvider<Routing> routing;

	RoutedTransactionsPostProcessor(ObjectProvider<Routing> routing) {
		this.routing = routing;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof PlatformTransactionManager && bean instanceof ConfigurableTransactionManager manager) {
			Routing routing = this.routing.getObject();
			manager.addListener(routing.transactions(isRouted(manager, routing)));
		}
		return bean;
	}

	/**
	 * Returns whether a manager uses the routed data source, as those do that do not show
	 * theirs.
	 */
	private static boolean isRouted(ConfigurableTransactionManager manager, Routing routing) {
		BeanWrapper properties = PropertyAccessorFactory.forBeanPropertyAccess(manager);
		if (!properties.isReadableProperty("dataSource")
				|| !(properties.getPropertyValue("dataSource") instanceof DataSource dataSource)) {
			return true;
		}
		try {
			return routing.routes(dataSource);
		}
		catch (SQLException ex) {
			return true;
		}
	}

}
