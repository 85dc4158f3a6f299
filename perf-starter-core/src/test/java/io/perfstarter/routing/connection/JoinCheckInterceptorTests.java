package io.perfstarter.routing.connection;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JoinCheckInterceptor}.
 */
class JoinCheckInterceptorTests {

	private final MeterRegistry meters = new SimpleMeterRegistry();

	private final JoinCheckInterceptor transactionJoinCheck = new JoinCheckInterceptor(() -> this.meters);

	private final PlatformTransactionManager transactions = transactions();

	private final Work outer = advised(this.transactions);

	@AfterEach
	void leaveTransaction() {
		assertThat(TransactionSynchronizationManager.isActualTransactionActive()).isFalse();
	}

	@Test
	void findsAJoin() {
		Work inner = advised(this.transactions);
		this.outer.read(() -> inner.write(() -> {
		}));
		assertThat(found()).isEqualTo(1);
	}

	@Test
	void findsAJoinThatSupportsTransactions() {
		Work inner = advised(this.transactions);
		this.outer.read(() -> inner.support(() -> {
		}));
		assertThat(found()).isEqualTo(1);
	}

	@Test
	void transactionOfAnotherManagerIsNoJoin() {
		Work inner = advised(transactions());
		this.outer.read(() -> inner.write(() -> {
		}));
		assertThat(found()).isZero();
	}

	@Test
	void methodWithoutATransactionIsNoJoin() {
		Work inner = advised(this.transactions);
		this.outer.read(() -> inner.work(() -> inner.read(() -> {
		})));
		assertThat(found()).isZero();
	}

	@Test
	void adviceAloneFindsNothing() {
		ProxyFactory factory = new ProxyFactory(new Work());
		factory.addAdvice(this.transactionJoinCheck);
		((Work) factory.getProxy()).write(() -> {
		});
		assertThat(found()).isZero();
	}

	private static PlatformTransactionManager transactions() {
		return new JdbcTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:"));
	}

	private double found() {
		return this.meters.find("perf.starter.routing.joins").counters().stream().mapToDouble((c) -> c.count()).sum();
	}

	private Work advised(PlatformTransactionManager manager) {
		ProxyFactory factory = new ProxyFactory(new Work());
		factory.addAdvice(
				new TransactionInterceptor((TransactionManager) manager, new AnnotationTransactionAttributeSource()));
		factory.addAdvice(this.transactionJoinCheck);
		return (Work) factory.getProxy();
	}

	static class Work {

		@Transactional(readOnly = true)
		public void read(Runnable action) {
			action.run();
		}

		@Transactional
		public void write(Runnable action) {
			action.run();
		}

		@Transactional(propagation = Propagation.SUPPORTS)
		public void support(Runnable action) {
			action.run();
		}

		public void work(Runnable action) {
			action.run();
		}

	}

}
