package io.perfstarter.warmup.autoconfigure;

import java.net.InetAddress;
import java.net.URI;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * The address at which the application reaches itself.
 */
final class OwnServerAddress {

	/**
	 * The port of a server that does not listen.
	 */
	private static final String NONE = "-1";

	private final Environment environment;

	OwnServerAddress(Environment environment) {
		this.environment = environment;
	}

	/**
	 * Returns the address with the context path.
	 * @return {@code null} if there is no web server
	 */
	@Nullable URI find() {
		String port = this.environment.getProperty("local.server.port");
		return (port != null && !NONE.equals(port))
				? URI.create(((isSecure()) ? "https" : "http") + "://" + host() + ":" + port + path()) : null;
	}

	boolean isSecure() {
		Binder binder = Binder.get(this.environment);
		return binder.bind("server.ssl.enabled", Boolean.class)
			.orElseGet(() -> binder.bind("server.ssl", Map.class).isBound());
	}

	private String host() {
		InetAddress bound = Binder.get(this.environment).bind("server.address", InetAddress.class).orElse(null);
		InetAddress address = (bound != null && !bound.isAnyLocalAddress()) ? bound : InetAddress.getLoopbackAddress();
		String text = address.getHostAddress();
		return (text.contains(":")) ? "[" + text + "]" : text;
	}

	private String path() {
		String path = this.environment.getProperty("server.servlet.context-path",
				this.environment.getProperty("spring.webflux.base-path", ""));
		return StringUtils.trimTrailingCharacter(path, '/');
	}

}
