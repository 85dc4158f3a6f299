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
 * Binds properties and rejects unknown keys, because a misspelt key would silently leave
 * a default in effect.
 */
final class StrictBinder {

	private final Binder binder;

	StrictBinder(Environment environment) {
		this.binder = Binder.get(environment);
	}

	/**
	 * Binds all properties under a prefix.
	 * @param prefix the prefix
	 * @param target the target of the binding
	 * @param remedy returns how to correct an unknown key
	 */
	void bind(String prefix, Bindable<?> target, Function<ConfigurationPropertyName, String> remedy) {
		try {
			this.binder.bind(ConfigurationPropertyName.of(prefix), target,
					new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter()));
		}
		catch (BindException ex) {
			if (ex.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
				// The value is omitted: a misspelt key may hold a password.
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
