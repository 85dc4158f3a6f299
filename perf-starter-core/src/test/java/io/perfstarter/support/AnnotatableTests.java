package io.perfstarter.support;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.function.Supplier;

import org.apache.shop.Shop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.samples.shop.Layers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Annotatable}.
 */
class AnnotatableTests {

	@ParameterizedTest
	@ValueSource(classes = { AnnotatableTests.class, ArrayListOfTheApplication.class, Shop.class, Layers.class })
	void classesOfAnApplicationAndWhatExtendsThemCanBeAnnotated(Class<?> type) {
		assertThat(Annotatable.test(type)).isTrue();
	}

	@Test
	void aProxyCanBeAnnotatedIfAnInterfaceCan() {
		assertThat(Annotatable.test(proxy(Supplier.class, Ordered.class))).isFalse();
		assertThat(Annotatable.test(proxy(Ordered.class, LimiterListener.class))).isTrue();
	}

	private static Class<?> proxy(Class<?>... interfaces) {
		return Proxy
			.newProxyInstance(AnnotatableTests.class.getClassLoader(), interfaces, (object, method, args) -> null)
			.getClass();
	}

	@ParameterizedTest
	@ValueSource(classes = { Object.class, ArrayList.class, Ordered.class, JdbcTemplate.class,
			DefaultListableBeanFactory.class })
	void classesOfTheJdkAndOfSpringCannotBeAnnotated(Class<?> type) {
		assertThat(Annotatable.test(type)).isFalse();
	}

	/**
	 * A class of an application that extends one of the JDK.
	 */
	@SuppressWarnings("serial")
	private static final class ArrayListOfTheApplication extends ArrayList<String> {

	}

}
