package io.perfstarter.routing.autoconfigure;

import java.util.Locale;
import java.util.Map;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;
import org.springframework.orm.jpa.support.OpenEntityManagerInViewFilter;
import org.springframework.orm.jpa.support.OpenEntityManagerInViewInterceptor;

/**
 * Configures Hibernate to release connections after each transaction where open-in-view
 * is enabled. Otherwise the entity manager would keep the replica's connection of a
 * read-only transaction and use it for the next write. Ordered last, to see all other
 * settings.
 */
@Order(Ordered.LOWEST_PRECEDENCE)
record OpenInViewCustomizer(ListableBeanFactory beanFactory) implements HibernatePropertiesCustomizer {

	private static final String HANDLING_MODE = "hibernate.connection.handling_mode";

	private static final String RELEASE = "DELAYED_ACQUISITION_AND_RELEASE_AFTER_TRANSACTION";

	private static final Log logger = LogFactory.getLog(OpenInViewCustomizer.class);

	@Override
	public void customize(Map<String, Object> hibernateProperties) {
		if (!isOpenInView()) {
			return;
		}
		Object mode = hibernateProperties.get(HANDLING_MODE);
		if (mode == null) {
			hibernateProperties.put(HANDLING_MODE, RELEASE);
			logger.info("'spring.jpa.open-in-view' is on, so Hibernate releases connections after each transaction ("
					+ "'%s' is '%s'). Transactions cannot set an isolation level".formatted(HANDLING_MODE, RELEASE));
		}
		else if (mode.toString().toUpperCase(Locale.ROOT).endsWith("HOLD")) {
			throw new RoutingCannotStartException(
					"'spring.jpa.open-in-view' is on, and 'spring.jpa.properties.%s' is '%s': after a read-only transaction, a request would keep its connection to the replica and use it for later writes."
						.formatted(HANDLING_MODE, mode),
					"Set 'spring.jpa.open-in-view' to 'false', or 'spring.jpa.properties.%s' to '%s'."
						.formatted(HANDLING_MODE, RELEASE));
		}
	}

	private boolean isOpenInView() {
		return isThere(ResolvableType.forClass(OpenEntityManagerInViewInterceptor.class))
				|| isThere(ResolvableType.forClass(OpenEntityManagerInViewFilter.class)) || isThere(ResolvableType
					.forClassWithGenerics(FilterRegistrationBean.class, OpenEntityManagerInViewFilter.class));
	}

	private boolean isThere(ResolvableType type) {
		return this.beanFactory.getBeanNamesForType(type, true, false).length > 0;
	}

}
