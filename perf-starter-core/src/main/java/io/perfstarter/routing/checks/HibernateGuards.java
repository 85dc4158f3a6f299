package io.perfstarter.routing.checks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.event.spi.EventType;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.jpa.boot.spi.IntegratorProvider;
import org.hibernate.jpa.boot.spi.JpaSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;
import org.springframework.orm.jpa.JpaDialect;
import org.springframework.orm.jpa.JpaVendorAdapter;
import org.springframework.orm.jpa.vendor.HibernateJpaDialect;
import org.springframework.util.ClassUtils;

/**
 * Installs the checks in a Hibernate entity manager factory before it is built.
 */
final class HibernateGuards {

	private HibernateGuards() {
	}

	static void translateRefusals(AbstractEntityManagerFactoryBean factory) {
		JpaVendorAdapter adapter = factory.getJpaVendorAdapter();
		JpaDialect dialect = factory.getJpaDialect();
		if (dialect == null && adapter != null) {
			dialect = adapter.getJpaDialect();
		}
		if (dialect instanceof HibernateJpaDialect hibernate) {
			hibernate.setJdbcExceptionTranslator(RefusedWriteTranslator.hibernate());
		}
	}

	static void listen(AbstractEntityManagerFactoryBean factory, LostWrites writes) {
		Map<String, Object> settings = factory.getJpaPropertyMap();
		List<Integrator> integrators = new ArrayList<>(usersOwn(settings.get(JpaSettings.INTEGRATOR_PROVIDER)));
		integrators.add(new LostWriteIntegrator(writes));
		settings.put(JpaSettings.INTEGRATOR_PROVIDER, (IntegratorProvider) () -> integrators);
	}

	/**
	 * Returns the integrators that are configured already, in any form that Hibernate
	 * accepts.
	 */
	private static List<Integrator> usersOwn(@Nullable Object setting) {
		Object provider = setting;
		if (provider instanceof String name) {
			provider = ClassUtils.resolveClassName(name, null);
		}
		if (provider instanceof Class<?> type) {
			provider = BeanUtils.instantiateClass(type);
		}
		return (provider instanceof IntegratorProvider own) ? own.getIntegrators() : List.of();
	}

	/**
	 * Registers the listener while the session factory is built.
	 */
	private static final class LostWriteIntegrator implements Integrator {

		private final LostWrites writes;

		LostWriteIntegrator(LostWrites writes) {
			this.writes = writes;
		}

		@Override
		public void integrate(Metadata metadata, BootstrapContext bootstrapContext,
				SessionFactoryImplementor sessionFactory) {
			LostWriteListener listener = new LostWriteListener(this.writes);
			EventListenerRegistry registry = sessionFactory.getServiceRegistry()
				.requireService(EventListenerRegistry.class);
			registry.getEventListenerGroup(EventType.POST_LOAD).appendListener(listener);
			registry.getEventListenerGroup(EventType.PERSIST).appendListener(listener);
			registry.getEventListenerGroup(EventType.MERGE).appendListener(listener);
			registry.getEventListenerGroup(EventType.DELETE).appendListener(listener);
		}

	}

}
