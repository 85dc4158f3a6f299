package io.perfstarter.coherence.autoconfigure;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

import javax.net.ssl.SSLContext;

import io.perfstarter.coherence.FanOutSettings;
import io.perfstarter.coherence.protocol.ProtocolTimings;
import io.perfstarter.peer.HttpPeerSettings;
import io.perfstarter.peer.ListedPeers;
import io.perfstarter.peer.PeerDirectory;
import io.perfstarter.peer.PeerEntry;
import io.perfstarter.settings.autoconfigure.CannotStartException;
import io.perfstarter.settings.autoconfigure.HelpPage;
import io.perfstarter.settings.autoconfigure.SecretProperties;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.context.reactive.ConfigurableReactiveWebEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Creates the settings of the fan-out and of its transport from the properties of the
 * application. Fails if a required property is missing.
 */
class FanOutSettingsFactory {

	private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(500);

	private final CoherenceProperties properties;

	private final SecretProperties secret;

	private final Environment environment;

	private final ObjectProvider<SslBundles> sslBundles;

	FanOutSettingsFactory(CoherenceProperties properties, SecretProperties secret, Environment environment,
			ObjectProvider<SslBundles> sslBundles) {
		properties.checkTimes();
		this.properties = properties;
		this.secret = secret;
		this.environment = environment;
		this.sslBundles = sslBundles;
	}

	static String endpointPath(Environment environment) {
		return FanOutSettings
			.endpointPath(environment.getProperty((environment instanceof ConfigurableReactiveWebEnvironment)
					? "spring.webflux.base-path" : "server.servlet.context-path", ""));
	}

	FanOutSettings fanOut() {
		return new FanOutSettings(serviceId(), this.properties.discoveryInterval(),
				new ProtocolTimings(this.properties.maxStaleness(), this.properties.registryPropagationDelay()));
	}

	HttpPeerSettings transport() {
		Duration readTimeout = this.properties.readTimeout();
		Duration connectTimeout = (readTimeout.compareTo(CONNECT_TIMEOUT) < 0) ? readTimeout : CONNECT_TIMEOUT;
		return new HttpPeerSettings(secret(), endpointPath(this.environment), connectTimeout, readTimeout, sslContext(),
				listener());
	}

	/**
	 * Returns the address of the separate port for messages of peers, {@code null}
	 * without one. It is on the network interface of the web server.
	 */
	private @Nullable InetSocketAddress listener() {
		Integer port = this.properties.validPort();
		String host = this.environment.getProperty("server.address");
		if (port == null) {
			return null;
		}
		checkOwn(port);
		return StringUtils.hasText(host) ? new InetSocketAddress(host, port) : new InetSocketAddress(port);
	}

	private void checkOwn(int port) {
		for (String other : List.of("server.port", "management.server.port")) {
			if (port == this.environment.getProperty(other, Integer.class, 0)) {
				throw new InvalidConfigurationPropertyValueException(CoherenceProperties.PREFIX + ".port", port,
						"It is the port of '%s': choose a port that nothing else uses.".formatted(other));
			}
		}
	}

	/**
	 * Returns the listed instances of the service.
	 * @return the directory, {@code null} without a list
	 */
	@Nullable PeerDirectory listedPeers() {
		List<PeerEntry> entries = this.properties.peerEntries();
		return entries.isEmpty() ? null : new ListedPeers(entries, endpointPath(this.environment), this::ownPort,
				InetAddress::getAllByName, this::isOwn);
	}

	/**
	 * Returns whether this instance receives messages at an address.
	 */
	private boolean isOwn(InetAddress address) {
		String host = this.environment.getProperty("server.address");
		InetAddress bound = StringUtils.hasText(host) ? new InetSocketAddress(host, 0).getAddress() : null;
		return (bound != null && !bound.isAnyLocalAddress()) ? bound.equals(address) : ListedPeers.isLocal(address);
	}

	private @Nullable Integer ownPort() {
		Integer port = this.properties.validPort();
		if (port != null) {
			return port;
		}
		// The first property is known when the web server has started.
		Integer started = this.environment.getProperty("local.server.port", Integer.class);
		return (started != null) ? started : this.environment.getProperty("server.port", Integer.class);
	}

	String serviceId() {
		String serviceId = this.properties.serviceId();
		if (!StringUtils.hasText(serviceId)) {
			serviceId = this.environment.getProperty("spring.application.name");
		}
		if (!StringUtils.hasText(serviceId) && !this.properties.peers().isEmpty()) {
			return "application";
		}
		if (!StringUtils.hasText(serviceId)) {
			throw new CannotStartException(HelpPage.COHERENCE,
					"Evictions are sent to the other instances of this service, but the name of the service in the "
							+ "registry is not known: neither 'perf-starter.coherence.service-id' nor "
							+ "'spring.application.name' is set.",
					"Set 'spring.application.name', or 'perf-starter.coherence.service-id' if the service has "
							+ "another name in the registry.");
		}
		return serviceId;
	}

	private String secret() {
		String secret = this.secret.secret();
		String fault = this.secret.fault();
		if (secret == null || fault != null) {
			throw new CannotStartException(HelpPage.COHERENCE,
					"Evictions are sent to the other instances of this service, but 'perf-starter.secret', "
							+ "which signs the messages between instances, is %s.".formatted(fault),
					SecretProperties.remedy()
							+ "or set 'perf-starter.coherence.fan-out' to 'off' to keep evictions in this instance.");
		}
		return secret;
	}

	private @Nullable SSLContext sslContext() {
		String property = "perf-starter.coherence.ssl-bundle";
		String name = this.properties.sslBundle();
		if (!StringUtils.hasText(name)) {
			return null;
		}
		try {
			SslBundle bundle = this.sslBundles.getObject().getBundle(name);
			if (this.properties.port() != null && bundle.getStores().getKeyStore() == null) {
				throw new InvalidConfigurationPropertyValueException(property, name,
						"The bundle has no certificate with which this instance could receive messages at 'perf-starter.coherence.port': add one to it.");
			}
			return bundle.createSslContext();
		}
		catch (NoSuchSslBundleException ex) {
			throw new InvalidConfigurationPropertyValueException(property, name,
					"There is no SSL bundle of this name: define it as 'spring.ssl.bundle.jks.%1$s' or 'spring.ssl.bundle.pem.%1$s', or correct the name."
						.formatted(name));
		}
	}

}
