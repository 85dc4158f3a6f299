package io.perfstarter.eviction;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import io.perfstarter.support.Annotatable;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.cache.annotation.AnnotationCacheOperationSource;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.StringUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * All methods of this application's beans with eviction or caching annotations, found by
 * the types of the beans without creating any.
 */
final class AnnotatedMethods {

	private static final Log logger = LogFactory.getLog(AnnotatedMethods.class);

	private static final String OUR_BEANS = "perfStarter";

	private final Set<Class<?>> types;

	private final List<Evicting> evicting;

	// Searched only in an application that evicts, or has caches of ours.
	private final SingletonSupplier<List<Caching>> caching = SingletonSupplier.of(this::findCaching);

	AnnotatedMethods(ConfigurableListableBeanFactory beanFactory) {
		this.types = applicationTypes(beanFactory);
		this.evicting = find((method, type) -> {
			List<EvictionOperation> operations = EvictionOperation.of(method, type);
			return operations.isEmpty() ? List.of() : List.of(new Evicting(type, method, operations));
		});
	}

	private List<Caching> findCaching() {
		CacheOperationSource source = new AnnotationCacheOperationSource();
		return find((method, type) -> {
			Collection<CacheOperation> operations = source.getCacheOperations(method, type);
			return (operations != null)
					? operations.stream().map((operation) -> new Caching(type, method, operation)).toList() : List.of();
		});
	}

	private <T> List<T> find(BiFunction<Method, Class<?>, List<T>> search) {
		List<T> found = new ArrayList<>();
		for (Class<?> type : this.types) {
			eachMethod(type, (method) -> found.addAll(search.apply(method, type)));
		}
		return found;
	}

	private static Set<Class<?>> applicationTypes(ConfigurableListableBeanFactory beanFactory) {
		Set<Class<?>> types = new LinkedHashSet<>();
		for (String name : beanFactory.getBeanNamesForType(Object.class, true, false)) {
			if (name.startsWith(OUR_BEANS)) {
				continue;
			}
			Class<?> type = AutoProxyUtils.determineTargetClass(beanFactory, name);
			if (type != null && Annotatable.test(type)) {
				types.add(ClassUtils.getUserClass(type));
			}
		}
		return types;
	}

	private static void eachMethod(Class<?> type, Consumer<Method> action) {
		declaredMethods(type).forEach(action);
		if (type.isInterface()) {
			for (Class<?> parent : type.getInterfaces()) {
				eachMethod(parent, action);
			}
		}
	}

	/**
	 * Returns no methods if a class in a signature is missing, such as of an optional
	 * dependency of a library.
	 */
	private static List<Method> declaredMethods(Class<?> type) {
		try {
			return List.of(ReflectionUtils.getUniqueDeclaredMethods(type, ReflectionUtils.USER_DECLARED_METHODS));
		}
		catch (IllegalStateException ex) {
			logger.debug("Could not inspect the methods of " + type.getName(), ex);
			return List.of();
		}
	}

	List<Evicting> evicting() {
		return this.evicting;
	}

	List<Caching> caching() {
		return this.caching.obtain();
	}

	/**
	 * A method annotated with {@link EvictTicketCache}.
	 *
	 * @param type the class of the bean
	 * @param method the method
	 * @param operations its eviction operations
	 */
	record Evicting(Class<?> type, Method method, List<EvictionOperation> operations) {

		@Override
		public String toString() {
			return this.type.getName() + "." + this.method.getName();
		}

	}

	/**
	 * A method with a caching annotation of Spring.
	 *
	 * @param type the class of the bean
	 * @param method the method
	 * @param operation its cache operation
	 */
	record Caching(Class<?> type, Method method, CacheOperation operation) {

		/**
		 * Returns whether the operation uses the default cache manager.
		 * @return whether the operation names no other cache manager or resolver
		 */
		boolean usesStandardCacheManager() {
			return !StringUtils.hasText(this.operation.getCacheManager())
					&& !StringUtils.hasText(this.operation.getCacheResolver());
		}

		@Override
		public String toString() {
			return this.type.getName() + "." + this.method.getName();
		}

	}

}
