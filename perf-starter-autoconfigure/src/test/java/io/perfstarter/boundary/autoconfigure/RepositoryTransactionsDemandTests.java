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
 * Tests for {@link RepositoryTransactionsDemand}.
 */
class RepositoryTransactionsDemandTests {

	private final DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();

	private final RootBeanDefinition repository = new RootBeanDefinition(Object.class);

	RepositoryTransactionsDemandTests() {
		this.beanFactory.registerBeanDefinition("repository", this.repository);
		RootBeanDefinition manager = new RootBeanDefinition(JdbcTransactionManager.class);
		manager.addQualifier(new AutowireCandidateQualifier(Qualifier.class, "qualifier"));
		this.beanFactory.registerBeanDefinition("manager", manager);
	}

	@Test
	void isMetWhereNothingIsSaid() {
		assertThat(isMet("repository")).isTrue();
		assertThat(isMet("unknown")).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "manager,true", "qualifier,true", "other,false", "repository,false" })
	void isMetByAManagerThatExists(String name, boolean met) {
		this.repository.getPropertyValues().add("transactionManager", name);
		assertThat(isMet("repository")).isEqualTo(met);
		assertThat(this.beanFactory.containsSingleton("manager")).isFalse();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void isNotMetWhereDefaultTransactionsAreSwitchedOff(boolean enabled) {
		this.repository.getPropertyValues().add("enableDefaultTransactions", enabled);
		assertThat(isMet("repository")).isEqualTo(enabled);
	}

	@Test
	void isNotMetWhereDefaultTransactionsAreSwitchedOffInXml() {
		this.repository.getPropertyValues().add("enableDefaultTransactions", new TypedStringValue("false"));
		assertThat(isMet("repository")).isFalse();
	}

	private boolean isMet(String name) {
		return RepositoryTransactionsDemand.of(this.beanFactory, name).isMet(this.beanFactory);
	}

}
