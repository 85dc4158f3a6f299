package io.perfstarter.boundary.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.TypedStringValue;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.jdbc.support.JdbcTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RepositoryTransactionsPostProcessor}.
 */
class RepositoryTransactionsPostProcessorTests {

	private final DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();

	private final RootBeanDefinition repository = new RootBeanDefinition(Object.class);

	RepositoryTransactionsPostProcessorTests() {
		this.beanFactory.registerBeanDefinition("repository", this.repository);
		RootBeanDefinition manager = new RootBeanDefinition(JdbcTransactionManager.class);
		manager.addQualifier(new AutowireCandidateQualifier(Qualifier.class, "qualifier"));
		this.beanFactory.registerBeanDefinition("manager", manager);
	}

	@Test
	void isWantedWhereNothingIsSaid() {
		assertThat(isWanted("repository")).isTrue();
		assertThat(isWanted("unknown")).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "manager,true", "qualifier,true", "other,false", "repository,false" })
	void isWantedWithAManagerThatExists(String name, boolean wanted) {
		this.repository.getPropertyValues().add("transactionManager", name);
		assertThat(isWanted("repository")).isEqualTo(wanted);
		assertThat(this.beanFactory.containsSingleton("manager")).isFalse();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void isNotWantedWhereDefaultTransactionsAreSwitchedOff(boolean enabled) {
		this.repository.getPropertyValues().add("enableDefaultTransactions", enabled);
		assertThat(isWanted("repository")).isEqualTo(enabled);
	}

	@Test
	void isNotWantedWhereDefaultTransactionsAreSwitchedOffInXml() {
		this.repository.getPropertyValues().add("enableDefaultTransactions", new TypedStringValue("false"));
		assertThat(isWanted("repository")).isFalse();
	}

	private boolean isWanted(String name) {
		return RepositoryTransactionsPostProcessor.isWanted(name, this.beanFactory);
	}

}
