package io.perfstarter.routing;

import java.util.function.Consumer;
import java.util.function.Supplier;

import javax.sql.DataSource;

import io.micrometer.core.instrument.MeterRegistry;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.core.Ordered;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;
import org.springframework.transaction.interceptor.BeanFactoryTransactionAttributeSourceAdvisor;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

/**
 * Makes for the auto-configuration what finds and explains writes in read-only
 * transactions, and what has methods read from the primary.
 */
public final class RoutingGuards {

	/**
	 * Order of the advice: inside the transaction, which by default has the same order
	 * and is registered earlier.
	 */
	public static final int ADVICE_ORDER = Ordered.LOWEST_PRECEDENCE;

	/**
	 * Order of the advice of {@link PrimaryRead}: outside the transaction, because some
	 * wrappers of a {@code DataSource} make its begin fetch a connection.
	 */
	public static final int PRIMARY_READ_ORDER = Ordered.LOWEST_PRECEDENCE - 1;

	private RoutingGuards() {
	}

	/**
	 * The advisor of {@link PrimaryRead}.
	 * @return the advisor
	 */
	public static Advisor primaryReadAdvisor() {
		return new PrimaryReadAdvisor();
	}

	/**
	 * The advice that warns of methods that may write but join a read-only transaction.
	 * @param meterRegistry where to count
	 * @return the advice, to be put inside that of the transaction
	 */
	public static MethodInterceptor transactionJoinCheck(Supplier<MeterRegistry> meterRegistry) {
		return new JoinCheckInterceptor(meterRegistry);
	}

	/**
	 * The advisor that puts that advice where Spring puts transactions.
	 * @param attributes knows which methods have a transaction
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
	 * Translates refused writes for {@code JdbcTemplate}, and everything else as it would
	 * itself.
	 * @param dataSource the one that it uses; {@code null} if that is not clear
	 * @return the translator
	 */
	public static SQLExceptionTranslator translator(@Nullable DataSource dataSource) {
		return RefusedWriteTranslator.jdbc(dataSource);
	}

	/**
	 * Translates refused writes for JPA.
	 * @return to be given each factory of entity managers before it is built
	 */
	public static Consumer<AbstractEntityManagerFactoryBean> refusedWrites() {
		return HibernateGuards::translateRefusals;
	}

	/**
	 * Finds what Hibernate would lose in read-only transactions.
	 * @param fail whether to throw rather than to warn
	 * @param meterRegistry where to count
	 * @return to be given each factory of entity managers before it is built
	 */
	public static Consumer<AbstractEntityManagerFactoryBean> silentWrites(boolean fail,
			Supplier<MeterRegistry> meterRegistry) {
		SilentWrites writes = new SilentWrites(fail, meterRegistry);
		return (factory) -> HibernateGuards.listen(factory, writes);
	}

}
