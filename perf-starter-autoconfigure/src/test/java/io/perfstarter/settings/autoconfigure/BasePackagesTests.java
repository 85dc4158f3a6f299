package io.perfstarter.settings.autoconfigure;

import java.util.function.Consumer;

import io.perfstarter.support.ApplicationCode;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BasePackages}.
 */
class BasePackagesTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class));

	@Test
	void theApplicationIsInThePackagesOfTheAutoConfiguration() {
		run(WithPackages.class, (application) -> {
			assertThat(application.contains("com.acme.shop.Orders")).isTrue();
			assertThat(application.contains(WithPackages.class.getName())).isFalse();
		});
	}

	@Test
	void packagesAreAddedWithBootsAnnotation() {
		run(WithTwoModules.class, (application) -> {
			assertThat(application.contains("com.acme.shop.Orders")).isTrue();
			assertThat(application.contains("com.acme.stock.Items")).isTrue();
			assertThat(application.contains("com.acme.Other")).isFalse();
		});
	}

	@Test
	void withoutThemItIsInThePackageOfTheFirstConfigurationClass() {
		run(Plain.class, (application) -> {
			assertThat(application.contains(Plain.class.getName())).isTrue();
			assertThat(application.contains("com.acme.shop.Orders")).isFalse();
		});
	}

	private void run(Class<?> configuration, Consumer<ApplicationCode> assertions) {
		this.contextRunner.withUserConfiguration(configuration)
			.run((context) -> assertions.accept(BasePackages.of(context.getBeanFactory())));
	}

	@Configuration(proxyBeanMethods = false)
	@AutoConfigurationPackage(basePackages = "com.acme.shop")
	static class WithPackages {

	}

	@Configuration(proxyBeanMethods = false)
	@AutoConfigurationPackage(basePackages = "com.acme.stock")
	@Import(WithPackages.class)
	static class WithTwoModules {

	}

	@Configuration(proxyBeanMethods = false)
	static class Plain {

	}

}
