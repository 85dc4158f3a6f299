package io.perfstarter.boundary.repository;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

import io.perfstarter.boundary.repository.RepositoryTransactions.RepositoryTransaction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.DefaultTransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RepositoryTransactions}.
 */
class RepositoryTransactionsTests {

	@AfterEach
	void endTransaction() {
		TransactionSynchronizationManager.setActualTransactionActive(false);
	}

	@Test
	void giveAReadingMethodAReadOnlyTransactionThatHasTheNameOfTheRepository() {
		TransactionAttribute attribute = attribute(Tickets.class, "findByCar");
		assertThat(attribute.isReadOnly()).isTrue();
		assertThat(((DefaultTransactionAttribute) attribute).getDescriptor())
			.isEqualTo(Tickets.class.getName() + ".findByCar");
	}

	@Test
	void giveAWritingMethodAReadWriteTransactionThatJoins() {
		TransactionAttribute attribute = attribute(Tickets.class, "deleteByCar");
		assertThat(attribute.isReadOnly()).isFalse();
		assertThat(attribute.getPropagationBehavior()).isEqualTo(TransactionAttribute.PROPAGATION_REQUIRED);
	}

	@Test
	void giveAnUnclearMethodAReadWriteTransactionWhereThereIsNone() {
		assertThat(attribute(Tickets.class, "closeAll")).isNotNull()
			.satisfies((attribute) -> assertThat(attribute.isReadOnly()).isFalse());
		TransactionSynchronizationManager.setActualTransactionActive(true);
		assertThat(attribute(Tickets.class, "closeAll")).isNull();
		assertThat(attribute(Tickets.class, "findByCar")).isNotNull();
	}

	@Test
	void leaveOtherMethodsAlone() {
		Method method = method(Tickets.class, "findByCar");
		assertThat(RepositoryTransactions.complete((any, type) -> null, Tickets.class, Object.class, List.of())
			.getTransactionAttribute(method, null)).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "findAnnotated", "findMetaAnnotated", "findAnnotatedByJakarta", "findOverridden" })
	void letAnnotationsOfMethodsWin(String name) {
		assertThat(attribute(Annotated.class, name)).isNotNull()
			.isNotInstanceOf(RepositoryTransaction.class)
			.satisfies((attribute) -> assertThat(attribute.isReadOnly()).isFalse());
	}

	@ParameterizedTest
	@ValueSource(classes = { AnnotatedTickets.class, MetaAnnotatedTickets.class, JakartaTickets.class,
			TicketsOfAnnotatedBase.class })
	void leaveMethodsOfAnnotatedTypesToSpringData(Class<?> repository) {
		assertThat(attribute(repository, "findByCar")).isNull();
	}

	private static @Nullable TransactionAttribute attribute(Class<?> repository, String name) {
		TransactionAttributeSource declared = new AnnotationTransactionAttributeSource();
		return RepositoryTransactions
			.complete(declared, repository, Object.class, Arrays.asList(repository.getMethods()))
			.getTransactionAttribute(method(repository, name), null);
	}

	private static Method method(Class<?> repository, String name) {
		return Arrays.stream(repository.getMethods())
			.filter((method) -> method.getName().equals(name))
			.findFirst()
			.orElseThrow();
	}

	interface Tickets {

		List<Object> findByCar(String car);

		void deleteByCar(String car);

		void closeAll();

	}

	interface Annotated extends AnnotatedMethod {

		@Transactional
		Object findAnnotated();

		@Own
		Object findMetaAnnotated();

		@jakarta.transaction.Transactional
		Object findAnnotatedByJakarta();

		@Override
		Object findOverridden();

	}

	interface AnnotatedMethod {

		@Transactional
		Object findOverridden();

	}

	@Transactional
	interface AnnotatedTickets extends Tickets {

	}

	@Own
	interface MetaAnnotatedTickets extends Tickets {

	}

	@jakarta.transaction.Transactional
	interface JakartaTickets extends Tickets {

	}

	interface TicketsOfAnnotatedBase extends AnnotatedTickets {

	}

	@Retention(RetentionPolicy.RUNTIME)
	@Transactional
	@interface Own {

	}

}
