package io.perfstarter.coherence.autoconfigure;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.perfstarter.coherence.guard.CacheGuard;
import io.perfstarter.coherence.guard.SecondLevelCacheHits;
import jakarta.persistence.EntityManagerFactory;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.hibernate.cfg.SessionEventSettings;
import org.hibernate.engine.spi.SessionFactoryImplementor;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;
import org.springframework.orm.jpa.EntityManagerFactoryInfo;

/**
 * Observes the hits of Hibernate's second-level and query caches, because the age of
 * their values is unknown, and logs a warning if one is on.
 */
final class SecondLevelCaches implements BeanPostProcessor, ApplicationListener<ContextRefreshedEvent>, DisposableBean {

	private static final Log logger = LogFactory.getLog(SecondLevelCaches.class);

	private final ConfigurableListableBeanFactory beanFactory;

	private final ObjectProvider<CacheGuard> guard;

	private final Set<String> observed = ConcurrentHashMap.newKeySet();

	SecondLevelCaches(ConfigurableListableBeanFactory beanFactory, ObjectProvider<CacheGuard> guard) {
		this.beanFactory = beanFactory;
		this.guard = guard;
	}

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		if (bean instanceof AbstractEntityManagerFactoryBean factory && observe(factory.getJpaPropertyMap())) {
			this.observed.add(beanName);
			SecondLevelCacheHits.tell(this.guard.getObject());
		}
		return bean;
	}

	/**
	 * Registers the listener, unless the application has its own.
	 */
	private static boolean observe(Map<String, Object> properties) {
		String listener = SecondLevelCacheHits.class.getName();
		Object present = properties.putIfAbsent(SessionEventSettings.AUTO_SESSION_EVENTS_LISTENER, listener);
		return present == null || present.equals(listener);
	}

	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		if (event.getApplicationContext().getAutowireCapableBeanFactory() != this.beanFactory) {
			// The event of a child context, such as of a management port.
			return;
		}
		for (String name : this.beanFactory.getBeanNamesForType(EntityManagerFactory.class, true, false)) {
			// A lazy bean is not created for a warning.
			if (this.beanFactory.containsSingleton(name)) {
				Object entityManagers = this.beanFactory.getBean(name);
				if (entityManagers instanceof EntityManagerFactoryInfo info) {
					entityManagers = info.getNativeEntityManagerFactory();
				}
				if (entityManagers instanceof SessionFactoryImplementor sessions) {
					check(name, sessions);
				}
			}
		}
	}

	private void check(String name, SessionFactoryImplementor sessions) {
		if (sessions.getCache().getCacheRegionNames().isEmpty()) {
			return;
		}
		boolean observed = this.observed.contains(name);
		if (!observed) {
			this.guard.getObject().agesAreUnknown();
		}
		logger.warn(("The %s cache of Hibernate is on in '%s'. Managed caches serve %s for "
				+ "'perf-starter.coherence.max-staleness' at most, because the age of its values is unknown. "
				+ "This age adds to the staleness: do not cache the same entities in both")
			.formatted(sessions.getSessionFactoryOptions().isQueryCacheEnabled() ? "query" : "second-level", name,
					observed ? "what is computed from its values"
							: "all values, because '%s' is set and hits are not observed"
								.formatted(SessionEventSettings.AUTO_SESSION_EVENTS_LISTENER)));
	}

	@Override
	public void destroy() {
		if (!this.observed.isEmpty()) {
			SecondLevelCacheHits.stopTelling(this.guard.getObject());
		}
	}

}
