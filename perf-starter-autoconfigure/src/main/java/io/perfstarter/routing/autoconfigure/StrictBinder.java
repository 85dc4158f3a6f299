package io.perfstarter.routing.autoconfigure;

import java.util.function.Function;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.Environment;

/**
 * Binds properties and refuses a key that nothing reads, because a misspelt one would
 * leave a default in force.
 */
final class StrictBinder {

	private final Binder binder;

	StrictBinder(Environment environment) {
		this.binder = Binder.get(environment);
	}

	/**
	 * Binds what is below a key.
	 * @param prefix the key
	 * @param target what to bind to
	 * @param remedy says what to write instead of a key that is not known
	 */
	void bind(String prefix, Bindable<?> target, Function<ConfigurationPropertyName, String> remedy) {
		try {
			this.binder.bind(ConfigurationPropertyName.of(prefix), target,
					new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter()));
		}
		catch (BindException ex) {
			if (ex.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
				// Without its value: what is meant for a password may be misspelt too.
				ConfigurationProperty property = unbound.getUnboundProperties().iterator().next();
				throw new RoutingCannotStartException(
						"The property '%s' is not known%s.".formatted(property.getName(),
								(property.getOrigin() != null) ? " (" + property.getOrigin() + ")" : ""),
						remedy.apply(property.getName()), ex);
			}
			throw ex;
		}
	}

}
