package io.perfstarter.routing.autoconfigure;

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
 * If open-in-view is enabled, configures Hibernate to release the connection after each
 * transaction. Otherwise the entity manager would keep its connection, and all its
 * transactions would have to run on the primary. Ordered last, to see all other settings.
 */
@Order(Ordered.LOWEST_PRECEDENCE)
record OpenInViewCustomizer(ListableBeanFactory beanFactory) implements HibernatePropertiesCustomizer {

	static final String HANDLING_MODE = "hibernate.connection.handling_mode";

	private static final String RELEASE = "DELAYED_ACQUISITION_AND_RELEASE_AFTER_TRANSACTION";

	private static final Log logger = LogFactory.getLog(OpenInViewCustomizer.class);

	@Override
	public void customize(Map<String, Object> hibernateProperties) {
		if (!isOpenInView()) {
			return;
		}
		if (hibernateProperties.putIfAbsent(HANDLING_MODE, RELEASE) == null) {
			logger.info("'spring.jpa.open-in-view' is on, so Hibernate releases connections after each transaction ("
					+ "'%s' is '%s'). Transactions cannot set an isolation level".formatted(HANDLING_MODE, RELEASE));
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
