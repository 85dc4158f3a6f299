package io.perfstarter.routing.checks;

import java.util.function.Supplier;

import javax.sql.DataSource;

import io.micrometer.core.instrument.MeterRegistry;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.core.Ordered;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;
import org.springframework.orm.jpa.JpaDialect;
import org.springframework.orm.jpa.JpaVendorAdapter;
import org.springframework.orm.jpa.vendor.HibernateJpaDialect;
import org.springframework.transaction.interceptor.BeanFactoryTransactionAttributeSourceAdvisor;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

/**
 * Factory for the advice and translators that detect and explain writes in read-only
 * transactions. Called by the auto-configuration.
 */
public final class RoutingGuards {

	/**
	 * Order of the join check: inside the transaction advice, which by default has the
	 * same order and is registered earlier.
	 */
	public static final int ADVICE_ORDER = Ordered.LOWEST_PRECEDENCE;

	private RoutingGuards() {
	}

	/**
	 * Returns the advice that logs methods that may write but join a read-only
	 * transaction.
	 * @param meterRegistry supplies the registry for the counter
	 * @return the advice, to be placed inside the transaction advice
	 */
	public static MethodInterceptor transactionJoinCheck(Supplier<MeterRegistry> meterRegistry) {
		return new JoinCheckInterceptor(meterRegistry);
	}

	/**
	 * Returns an advisor that applies the join check to all transactional methods.
	 * @param attributes determines which methods are transactional
	 * @param transactionJoinCheck the advice
	 * @return the advisor
	 */
	public static Advisor joinCheckAdvisor(TransactionAttributeSource attributes,
			MethodInterceptor transactionJoinCheck) {
		BeanFactoryTransactionAttributeSourceAdvisor advisor = new BeanFactoryTransactionAttributeSourceAdvisor();
		advisor.setTransactionAttributeSource(attributes);
		advisor.setAdvice(transactionJoinCheck);
		advisor.setOrder(ADVICE_ORDER);
		return advisor;
	}

	/**
	 * Returns an exception translator for {@code JdbcTemplate} that also translates
	 * rejected writes.
	 * @param dataSource the data source of the template, {@code null} if ambiguous
	 * @return the translator
	 */
	public static SQLExceptionTranslator translator(@Nullable DataSource dataSource) {
		return RefusedWriteTranslator.jdbc(dataSource);
	}

	/**
	 * Adds the translation of rejected writes to JPA with Hibernate.
	 * @param factory the entity manager factory, before it is built
	 */
	public static void translateRefusals(AbstractEntityManagerFactoryBean factory) {
		JpaVendorAdapter adapter = factory.getJpaVendorAdapter();
		JpaDialect dialect = factory.getJpaDialect();
		if (dialect == null && adapter != null) {
			dialect = adapter.getJpaDialect();
		}
		if (dialect instanceof HibernateJpaDialect hibernate) {
			hibernate.setJdbcExceptionTranslator(RefusedWriteTranslator.hibernate());
		}
	}

}
