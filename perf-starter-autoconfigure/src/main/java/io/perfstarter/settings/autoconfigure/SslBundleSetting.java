package io.perfstarter.settings.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.util.StringUtils;

/**
 * Finds the SSL bundle that a property names.
 */
public final class SslBundleSetting {

	private SslBundleSetting() {
	}

	/**
	 * Returns the bundle.
	 * @param property the name of the property
	 * @param name the name of the bundle, the value of the property
	 * @param bundles the bundles of the application
	 * @return the bundle, {@code null} if the property has no value
	 * @throws InvalidConfigurationPropertyValueException if there is no such bundle
	 */
	public static @Nullable SslBundle find(String property, @Nullable String name, ObjectProvider<SslBundles> bundles) {
		if (!StringUtils.hasText(name)) {
			return null;
		}
		try {
			return bundles.getObject().getBundle(name);
		}
		catch (NoSuchSslBundleException ex) {
			throw new InvalidConfigurationPropertyValueException(property, name,
					"There is no SSL bundle of this name: define it as 'spring.ssl.bundle.jks.%1$s' or 'spring.ssl.bundle.pem.%1$s', or correct the name."
						.formatted(name));
		}
	}

}
