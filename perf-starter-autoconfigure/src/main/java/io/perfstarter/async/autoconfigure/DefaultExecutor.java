package io.perfstarter.async.autoconfigure;

import java.util.Arrays;
import java.util.concurrent.Executor;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.scheduling.annotation.AsyncConfigurer;

/**
 * Provides the executor of {@code @Async} without a name. Only one bean can, so the start
 * fails if the application has another one.
 */
class DefaultExecutor implements AsyncConfigurer {

	static final String PROPERTY = AsyncProperties.PREFIX + ".default-executor";

	private final String name;

	private final ListableBeanFactory beanFactory;

	DefaultExecutor(AsyncProperties properties, ListableBeanFactory beanFactory) {
		this.name = String.valueOf(properties.defaultExecutor());
		this.beanFactory = beanFactory;
	}

	/**
	 * Throws if there is another configurer.
	 */
	void checkAlone() {
		String[] names = this.beanFactory.getBeanNamesForType(AsyncConfigurer.class, true, false);
		if (names.length > 1) {
			throw new InvalidConfigurationPropertyValueException(PROPERTY, this.name,
					"Of the AsyncConfigurer beans %s only one can provide the executor: remove the other one, or return this executor from it and leave the property out."
						.formatted(Arrays.toString(names)));
		}
	}

	@Override
	public Executor getAsyncExecutor() {
		return this.beanFactory.getBean(this.name, Executor.class);
	}

}
