package io.perfstarter.routing.connection;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.CompletableFuture;

import io.perfstarter.routing.PrimaryRead;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link PrimaryReadAdvisor} and {@link PrimaryReads}.
 */
@ExtendWith(OutputCaptureExtension.class)
class PrimaryReadAdvisorTests {

	private final Advisor advisor = new PrimaryReadAdvisor();

	@Test
	void holdsForTheMethodAndNothingElse() {
		Orders orders = advised(new Orders());
		assertThat(orders.annotated()).isTrue();
		assertThat(orders.plain()).isFalse();
		assertThat(PrimaryReads.isActive()).isFalse();
	}

	@Test
	void holdsUntilTheOutermostCallReturns() {
		Orders orders = advised(new Orders());
		assertThat(orders.calling(() -> {
			assertThat(orders.annotated()).isTrue();
			assertThat(PrimaryReads.isActive()).isTrue();
			assertThat(orders.plain()).isTrue();
		})).isTrue();
		assertThat(PrimaryReads.isActive()).isFalse();
	}

	@Test
	void endsWithAnException() {
		Orders orders = advised(new Orders());
		assertThatIllegalStateException().isThrownBy(() -> orders.calling(() -> {
			throw new IllegalStateException();
		}));
		assertThat(PrimaryReads.isActive()).isFalse();
	}

	@Test
	void holdsForItsThreadOnly() {
		boolean[] elsewhere = { true };
		advised(new Orders())
			.calling(() -> CompletableFuture.runAsync(() -> elsewhere[0] = PrimaryReads.isActive()).join());
		assertThat(elsewhere[0]).isFalse();
	}

	@Test
	void metaAnnotationCounts() {
		assertThat(advised(new Orders()).metaAnnotated()).isTrue();
	}

	@Test
	void annotationOfAClassCounts() {
		assertThat(advised(new AnnotatedOrders()).plain()).isTrue();
		assertThat(advised(new DerivedOrders()).own()).isTrue();
	}

	@Test
	void annotationOfAnInterfaceCounts() {
		assertThat(advised(new ImplementedOrders()).find()).isTrue();
		assertThat(advised(new ImplementedOrders()).count()).isTrue();
	}

	@Test
	void annotationOfAnInterfaceMethodCounts() {
		assertThat(advised(new ImplementedMethod()).find()).isTrue();
		assertThat(advised(new ImplementedMethod()).count()).isFalse();
	}

	@Test
	void annotationOfARepositoryInterfaceCountsForWhatItInherits() {
		ProxyFactory factory = new ProxyFactory(new Class<?>[] { OrderRepository.class });
		factory.setTarget(new ImplementedMethod() {
		});
		factory.addAdvice((org.aopalliance.intercept.MethodInterceptor) (invocation) -> PrimaryReads.isActive());
		OrderRepository repository = (OrderRepository) factory.getProxy();
		assertThat(AopUtils.canApply(this.advisor, repository.getClass())).isTrue();
		assertThat(((OrderRepository) advisedProxy(repository)).count()).isTrue();
	}

	@Test
	void unannotatedTypeIsLeftAlone() {
		assertThat(AopUtils.canApply(this.advisor, ImplementedMethod.class)).isTrue();
		assertThat(AopUtils.canApply(this.advisor, PrimaryReadAdvisorTests.class)).isFalse();
	}

	@Test
	void readOnAReplicaIsSaidOncePerMethod(CapturedOutput output) {
		PrimaryReads.executedOn("r1");
		Orders orders = advised(new Orders());
		for (int i = 0; i < 3; i++) {
			orders.calling(() -> PrimaryReads.executedOn("r1"));
		}
		assertThat(output)
			.containsOnlyOnce("PrimaryReadAdvisorTests.Orders.calling() is annotated with @PrimaryRead but reads from "
					+ "replica 'r1', because its transaction uses it already (An unnamed transaction)");
		advised(new CallingOrders()).calling(() -> PrimaryReads.executedOn("r1"));
		assertThat(output)
			.containsOnlyOnce("PrimaryReadAdvisorTests.CallingOrders.calling() is annotated with @PrimaryRead");
	}

	private <T> T advised(T target) {
		ProxyFactory factory = new ProxyFactory(target);
		factory.setProxyTargetClass(true);
		factory.addAdvisor(this.advisor);
		@SuppressWarnings("unchecked")
		T proxy = (T) factory.getProxy();
		return proxy;
	}

	private Object advisedProxy(Object target) {
		ProxyFactory factory = new ProxyFactory(target);
		factory.addAdvisor(this.advisor);
		return factory.getProxy();
	}

	@PrimaryRead
	@Retention(RetentionPolicy.RUNTIME)
	@interface Fresh {

	}

	static class Orders {

		@PrimaryRead
		public boolean annotated() {
			return PrimaryReads.isActive();
		}

		@PrimaryRead
		public boolean calling(Runnable action) {
			action.run();
			return PrimaryReads.isActive();
		}

		@Fresh
		public boolean metaAnnotated() {
			return PrimaryReads.isActive();
		}

		public boolean plain() {
			return PrimaryReads.isActive();
		}

	}

	static class CallingOrders {

		@PrimaryRead
		public boolean calling(Runnable action) {
			action.run();
			return PrimaryReads.isActive();
		}

	}

	@PrimaryRead
	static class AnnotatedOrders {

		public boolean plain() {
			return PrimaryReads.isActive();
		}

	}

	static class DerivedOrders extends AnnotatedOrders {

		public boolean own() {
			return PrimaryReads.isActive();
		}

	}

	@PrimaryRead
	interface AnnotatedFinder {

		boolean find();

		default boolean count() {
			return PrimaryReads.isActive();
		}

	}

	static class ImplementedOrders implements AnnotatedFinder {

		@Override
		public boolean find() {
			return PrimaryReads.isActive();
		}

	}

	interface Finder {

		@PrimaryRead
		default boolean find() {
			return PrimaryReads.isActive();
		}

		default boolean count() {
			return PrimaryReads.isActive();
		}

	}

	static class ImplementedMethod implements Finder {

		@Override
		public boolean find() {
			return PrimaryReads.isActive();
		}

	}

	@PrimaryRead
	interface OrderRepository extends Finder {

	}

}
