package io.perfstarter.async.autoconfigure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.CorsConfigurationSource;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Finds the CORS configuration of a request in Spring MVC: that of the handler which
 * would process it, combined with the global one.
 */
final class MvcCors {

	private final ObjectProvider<HandlerMapping> mappings;

	MvcCors(ObjectProvider<HandlerMapping> mappings) {
		this.mappings = mappings;
	}

	@Nullable CorsConfiguration configuration(HttpServletRequest request) {
		HttpServletRequest lookup = new LookupRequest(request);
		ServletRequestPathUtils.parseAndCache(lookup);
		for (HandlerMapping mapping : this.mappings.orderedStream().toList()) {
			HandlerExecutionChain chain = chain(mapping, lookup);
			if (chain != null) {
				return configuration(chain, lookup);
			}
		}
		return null;
	}

	private static @Nullable HandlerExecutionChain chain(HandlerMapping mapping, HttpServletRequest request) {
		try {
			return mapping.getHandler(request);
		}
		catch (Exception ex) {
			// It has a handler of this path for other methods or media types only.
			return null;
		}
	}

	private static @Nullable CorsConfiguration configuration(HandlerExecutionChain chain, HttpServletRequest request) {
		List<Object> sources = new ArrayList<>(chain.getInterceptorList());
		sources.add(chain.getHandler());
		for (Object source : sources) {
			if (source instanceof CorsConfigurationSource configurations) {
				return configurations.getCorsConfiguration(request);
			}
		}
		return null;
	}

	/**
	 * Keeps the attributes that a look-up sets to itself.
	 */
	private static final class LookupRequest extends HttpServletRequestWrapper {

		private final Map<String, @Nullable Object> attributes = new HashMap<>();

		private LookupRequest(HttpServletRequest request) {
			super(request);
		}

		@Override
		public @Nullable Object getAttribute(String name) {
			return (this.attributes.containsKey(name)) ? this.attributes.get(name) : super.getAttribute(name);
		}

		@Override
		public void setAttribute(String name, @Nullable Object value) {
			this.attributes.put(name, value);
		}

		@Override
		public void removeAttribute(String name) {
			this.attributes.put(name, null);
		}

	}

}
