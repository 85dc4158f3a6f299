package io.perfstarter.boundary.remote;

import java.io.IOException;

import io.micrometer.observation.ObservationRegistry;
import io.perfstarter.boundary.AllowRemoteCall;
import io.perfstarter.boundary.RemoteCallInTransactionException;
import io.perfstarter.boundary.autoconfigure.BoundaryAutoConfiguration;
import io.perfstarter.jdbc.autoconfigure.JdbcObservationAutoConfiguration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link AllowRemoteCall} on methods, types, superclasses and interfaces.
 */
class AllowRemoteCallTests {

	private static final String REASON = "it answers within a millisecond";

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class,
				ObservationAutoConfiguration.class, BoundaryAutoConfiguration.class,
				JdbcObservationAutoConfiguration.class))
		.withPropertyValues("spring.datasource.generate-unique-name=true",
				"spring.datasource.type=com.zaxxer.hikari.HikariDataSource", "perf-starter.boundary.remote-calls=fail");

	@AutoClose
	private CountingServer server;

	@BeforeEach
	void start() throws IOException {
		this.server = new CountingServer();
	}

	@ParameterizedTest
	@ValueSource(classes = { AllowedMethod.class, AllowedType.class, SubclassOfAllowedType.class,
			OfAllowedInterface.class, OfInterfaceWithAllowedMethod.class })
	void allowsWhatIsCalledIn(Class<? extends Payer> type) {
		this.contextRunner.withBean(type).run((context) -> {
			Payer payer = context.getBean(Payer.class);
			inTransaction(context, () -> payer.pay(() -> call(context)));
			assertThat(this.server.requests()).isOne();
		});
	}

	@ParameterizedTest
	@ValueSource(classes = { NotAllowed.class, OtherMethodAllowed.class })
	void allowsNothingElse(Class<? extends Payer> type) {
		this.contextRunner.withBean(type).run((context) -> {
			Payer payer = context.getBean(Payer.class);
			assertThatExceptionOfType(RemoteCallInTransactionException.class)
				.isThrownBy(() -> inTransaction(context, () -> payer.pay(() -> call(context))));
			assertThat(this.server.requests()).isZero();
		});
	}

	@Test
	void allowsTheCallsOfAnInterfaceThatSpringImplements() {
		this.contextRunner.withUserConfiguration(ClientConfiguration.class)
			.withPropertyValues("payments=" + this.server.url())
			.run((context) -> {
				inTransaction(context, context.getBean(AllowedClient.class)::pay);
				assertThat(this.server.requests()).isOne();
			});
	}

	@Test
	void ofTwoAllowedMethodsTheInnerOneEndsNothing() {
		this.contextRunner.withBean(AllowedMethod.class).run((context) -> {
			Payer payer = context.getBean(Payer.class);
			inTransaction(context, () -> payer.pay(() -> {
				payer.pay(() -> call(context));
				call(context);
			}));
			assertThat(this.server.requests()).isEqualTo(2);
		});
	}

	@Test
	void endsWithTheMethodAlsoWhenThatThrows() {
		this.contextRunner.withBean(AllowedMethod.class).run((context) -> {
			Payer payer = context.getBean(Payer.class);
			inTransaction(context, () -> {
				assertThatIllegalStateException().isThrownBy(() -> payer.pay(() -> {
					throw new IllegalStateException("not paid");
				}));
				assertThatExceptionOfType(RemoteCallInTransactionException.class).isThrownBy(() -> call(context));
			});
			assertThat(this.server.requests()).isZero();
		});
	}

	private static void inTransaction(ApplicationContext context, Runnable work) {
		new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
			.executeWithoutResult((status) -> work.run());
	}

	private void call(ApplicationContext context) {
		Client.REST_CLIENT.pay(this.server.url(), context.getBean(ObservationRegistry.class));
	}

	/**
	 * A service that makes a remote call.
	 */
	interface Payer {

		void pay(Runnable call);

	}

	/**
	 * Allowed by its method.
	 */
	static class AllowedMethod implements Payer {

		@Override
		@AllowRemoteCall(reason = REASON)
		public void pay(Runnable call) {
			call.run();
		}

	}

	/**
	 * Allowed by its type.
	 */
	@AllowRemoteCall(reason = REASON)
	static class AllowedType implements Payer {

		@Override
		public void pay(Runnable call) {
			call.run();
		}

	}

	/**
	 * Allowed by its superclass.
	 */
	static class SubclassOfAllowedType extends AllowedType {

		@Override
		public void pay(Runnable call) {
			call.run();
		}

	}

	/**
	 * An interface that allows its implementations.
	 */
	@AllowRemoteCall(reason = REASON)
	interface AllowedPayer extends Payer {

	}

	/**
	 * Allowed by its interface.
	 */
	static class OfAllowedInterface implements AllowedPayer {

		@Override
		public void pay(Runnable call) {
			call.run();
		}

	}

	/**
	 * An interface with an allowed method.
	 */
	interface PayerWithAllowedMethod extends Payer {

		@Override
		@AllowRemoteCall(reason = REASON)
		void pay(Runnable call);

	}

	/**
	 * Allowed by the method of its interface.
	 */
	static class OfInterfaceWithAllowedMethod implements PayerWithAllowedMethod {

		@Override
		public void pay(Runnable call) {
			call.run();
		}

	}

	/**
	 * Not allowed.
	 */
	static class NotAllowed implements Payer {

		@Override
		public void pay(Runnable call) {
			call.run();
		}

	}

	/**
	 * Not allowed in its paying method.
	 */
	static class OtherMethodAllowed extends NotAllowed {

		@AllowRemoteCall(reason = REASON)
		public void refund() {
		}

	}

	/**
	 * A client that is an interface only.
	 */
	@AllowRemoteCall(reason = REASON)
	interface AllowedClient {

		@GetExchange("/pay/1")
		void pay();

	}

	/**
	 * Creates the client with Spring.
	 */
	static class ClientConfiguration {

		@Bean
		AllowedClient client(@Value("${payments}") String url, ObservationRegistry registry) {
			RestClient restClient = RestClient.builder().baseUrl(url).observationRegistry(registry).build();
			return HttpServiceProxyFactory.builderFor(RestClientAdapter.create(restClient))
				.build()
				.createClient(AllowedClient.class);
		}

	}

}
