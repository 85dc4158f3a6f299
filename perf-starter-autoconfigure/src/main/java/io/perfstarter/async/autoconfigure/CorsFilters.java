package io.perfstarter.async.autoconfigure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

import io.perfstarter.support.RequestPath;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.cors.CorsConfigurationSource;
import org.springframework.web.filter.CorsFilter;

/**
 * Finds the CORS configuration of the application, wherever it is, as filters.
 */
final class CorsFilters {

	/**
	 * The bean that Spring Security looks up by its name.
	 */
	private static final String SOURCE = "corsConfigurationSource";

	private final BeanFactory beanFactory;

	CorsFilters(BeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/**
	 * Returns the filters, which are looked up on first use, when all beans exist.
	 */
	Supplier<List<Filter>> lazily() {
		return SingletonSupplier.of(this::find);
	}

	private List<Filter> find() {
		List<Filter> filters = new ArrayList<>();
		List<Filter> registered = new ArrayList<>();
		for (FilterRegistrationBean<?> registration : beans(FilterRegistrationBean.class)) {
			if (registration.getFilter() instanceof CorsFilter filter) {
				registered.add(filter);
				filters.add(restricted(filter, registration.getUrlPatterns()));
			}
		}
		beans(CorsFilter.class).stream().filter((filter) -> !registered.contains(filter)).forEach(filters::add);
		if (this.beanFactory.containsBean(SOURCE)
				&& this.beanFactory.isTypeMatch(SOURCE, CorsConfigurationSource.class)) {
			filters.add(new CorsFilter(this.beanFactory.getBean(SOURCE, CorsConfigurationSource.class)));
		}
		beans(MvcCors.class).ifAvailable((mvc) -> filters.add(new CorsFilter(mvc::configuration)));
		return filters;
	}

	private <T> ObjectProvider<T> beans(Class<T> type) {
		return this.beanFactory.getBeanProvider(type);
	}

	private static Filter restricted(Filter filter, Collection<String> patterns) {
		return (request, response, chain) -> {
			if (request instanceof HttpServletRequest httpRequest && !matches(patterns, RequestPath.of(httpRequest))) {
				chain.doFilter(request, response);
			}
			else {
				filter.doFilter(request, response, chain);
			}
		};
	}

	/**
	 * Returns whether one of the URL patterns of a filter matches, as the specification
	 * of servlets defines.
	 */
	static boolean matches(Collection<String> patterns, String path) {
		return patterns.isEmpty() || patterns.stream().anyMatch((pattern) -> {
			if (pattern.endsWith("/*")) {
				return (path + "/").startsWith(pattern.substring(0, pattern.length() - 1));
			}
			return pattern.startsWith("*.") ? path.endsWith(pattern.substring(1)) : path.equals(pattern);
		});
	}

}
