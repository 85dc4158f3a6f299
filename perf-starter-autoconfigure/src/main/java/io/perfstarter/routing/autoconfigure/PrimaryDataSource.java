package io.perfstarter.routing.autoconfigure;

import java.util.List;
import java.util.function.Predicate;

import javax.sql.DataSource;

import io.perfstarter.settings.autoconfigure.CannotStartException;
import io.perfstarter.settings.autoconfigure.HelpPage;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;

/**
 * Finds the bean name of the primary: the configured one, or the only {@link DataSource}
 * that can be injected without a qualifier. Reads bean definitions only.
 */
final class PrimaryDataSource {

	private PrimaryDataSource() {
	}

	/**
	 * Returns the name.
	 * @param configured the configured name, {@code null} for none
	 */
	static String nameIn(ConfigurableListableBeanFactory beanFactory, @Nullable String configured) {
		if (configured == null) {
			return onlyCandidateIn(beanFactory);
		}
		if (!beanFactory.containsBean(configured) || !beanFactory.isTypeMatch(configured, DataSource.class)) {
			throw new CannotStartException(HelpPage.ROUTING,
					"The property '%s' is '%s', but there is no DataSource with this name."
						.formatted(RoutingProperties.PRIMARY, configured),
					"Set it to one of: %s.".formatted(
							String.join(", ", quoted(List.of(beanFactory.getBeanNamesForType(DataSource.class))))));
		}
		return configured;
	}

	private static String onlyCandidateIn(ConfigurableListableBeanFactory beanFactory) {
		List<String> candidates = narrow(beanFactory,
				List.of(beanFactory.getBeanNamesForType(DataSource.class, true, false)), PrimaryDataSource::isCandidate,
				true);
		if (candidates.isEmpty()) {
			throw new CannotStartException(HelpPage.ROUTING,
					"Replicas are configured under '%s', but there is no DataSource that can be their primary."
						.formatted(RoutingProperties.REPLICAS),
					"Configure the primary under 'spring.datasource', or remove the replicas.");
		}
		List<String> primary = candidates;
		if (primary.size() > 1) {
			primary = narrow(beanFactory, candidates, BeanDefinition::isPrimary, false);
		}
		if (primary.isEmpty()) {
			primary = narrow(beanFactory, candidates, (definition) -> !definition.isFallback(), true);
		}
		if (primary.size() != 1) {
			throw new CannotStartException(HelpPage.ROUTING,
					"Replicas are configured under '%s', but several DataSource beans can be their primary: %s."
						.formatted(RoutingProperties.REPLICAS, String.join(", ", quoted(candidates))),
					"Mark the primary of the replicas with @Primary, or the other beans with '@Bean(defaultCandidate "
							+ "= false)'.");
		}
		return primary.get(0);
	}

	private static boolean isCandidate(BeanDefinition definition) {
		return definition.isAutowireCandidate()
				&& !(definition instanceof AbstractBeanDefinition bean && !bean.isDefaultCandidate());
	}

	private static List<String> narrow(ConfigurableListableBeanFactory beanFactory, List<String> names,
			Predicate<BeanDefinition> test, boolean withoutDefinition) {
		return names.stream()
			.filter((name) -> (beanFactory.containsBeanDefinition(name))
					? test.test(beanFactory.getMergedBeanDefinition(name)) : withoutDefinition)
			.toList();
	}

	private static List<String> quoted(List<String> names) {
		return names.stream().map((name) -> "'" + name + "'").toList();
	}

}
