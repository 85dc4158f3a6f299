package io.perfstarter.settings.autoconfigure;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import io.perfstarter.settings.autoconfigure.AllSettings.Strictness;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Stops the start when a setting below {@code perf-starter} is unknown, because a
 * misspelt key would leave a default in force.
 */
class StrictSettings implements ApplicationContextInitializer<ConfigurableApplicationContext> {

	static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("perf-starter");

	private static final Bindable<AllSettings> ALL = Bindable.of(AllSettings.class);

	private final Log logger = LogFactory.getLog(StrictSettings.class);

	@Override
	public void initialize(ConfigurableApplicationContext context) {
		Environment environment = context.getEnvironment();
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
			if (source.containsDescendantOf(PREFIX) == ConfigurationPropertyState.PRESENT) {
				check(environment);
				return;
			}
		}
	}

	private void check(Environment environment) {
		Binder binder = Binder.get(environment);
		Strictness strictness = binder.bind(PREFIX.append("strict"), Bindable.of(Strictness.class))
			.orElse(Strictness.FAIL);
		warnOfVariables(ConfigurationPropertySources.get(environment));
		try {
			binder.bind(PREFIX, ALL, new UnknownSettings());
		}
		catch (BindException ex) {
			if (strictness == Strictness.FAIL
					|| !(ex.getCause() instanceof UnboundConfigurationPropertiesException unbound)) {
				throw ex;
			}
			UnknownSetting.of(unbound)
				.forEach((setting) -> this.logger.warn(setting.description() + " " + setting.remedy()));
		}
	}

	/**
	 * Logs the environment variables that binding does not read although nothing takes
	 * precedence over them. They do not stop the start, because they may have another
	 * purpose, such as variables that Kubernetes sets for a service.
	 */
	private void warnOfVariables(Iterable<ConfigurationPropertySource> sources) {
		Set<String> unknown = new TreeSet<>();
		List<ConfigurationPropertySource> variablesFirst = new ArrayList<>();
		sources.forEach((source) -> {
			if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource variables) {
				Stream.of(variables.getPropertyNames())
					.filter((name) -> name.matches("(?i)PERF_?STARTER_.+"))
					.forEach(unknown::add);
				variablesFirst.add(0, source);
			}
			else {
				variablesFirst.add(source);
			}
		});
		if (!unknown.isEmpty()) {
			new Binder(variablesFirst).bind(PREFIX, ALL, new ReadVariables(unknown));
		}
		if (!unknown.isEmpty()) {
			this.logger.warn("Unknown environment variables have no effect: " + String.join(", ", unknown));
		}
	}

	/**
	 * Fails for unknown settings only. A value that cannot be converted, or that a
	 * feature refuses, is left to the feature, which may be off.
	 */
	private static final class UnknownSettings extends NoUnboundElementsBindHandler {

		UnknownSettings() {
			super(BindHandler.DEFAULT,
					(source) -> !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource));
		}

		/**
		 * Accepts a list that another source replaces, because binding does not read it.
		 * Spring Boot accepts its elements, but no list within an element.
		 */
		@Override
		public void onFinish(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
				@Nullable Object result) throws Exception {
			try {
				super.onFinish(name, target, context, result);
			}
			catch (UnboundConfigurationPropertiesException ex) {
				Set<ConfigurationProperty> unbound = new LinkedHashSet<>(ex.getUnboundProperties());
				unbound.removeIf((property) -> UnknownSetting.of(property).isReplaced(context.getSources()));
				if (!unbound.isEmpty()) {
					throw new UnboundConfigurationPropertiesException(unbound);
				}
			}
		}

		@Override
		public @Nullable Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
				Exception error) throws Exception {
			if (error instanceof UnboundConfigurationPropertiesException) {
				throw error;
			}
			onSuccess(name, target, context, error);
			return null;
		}

	}

	/**
	 * Removes a variable from the unknown ones when binding reads it.
	 */
	private static final class ReadVariables extends AbstractBindHandler {

		private final Set<String> unknown;

		ReadVariables(Set<String> unknown) {
			this.unknown = unknown;
		}

		@Override
		public Object onSuccess(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
				Object result) {
			remove(context);
			return result;
		}

		@Override
		public @Nullable Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
				Exception error) {
			remove(context);
			return null;
		}

		private void remove(BindContext context) {
			if (context.getConfigurationProperty() != null
					&& context.getConfigurationProperty().getOrigin() instanceof PropertySourceOrigin origin) {
				this.unknown.remove(origin.getPropertyName());
			}
		}

	}

}
