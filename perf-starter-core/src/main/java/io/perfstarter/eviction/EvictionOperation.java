package io.perfstarter.eviction;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.List;

import org.springframework.aop.support.AopUtils;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/**
 * The attributes of one {@link EvictTicketCache} annotation.
 *
 * @param cacheNames the caches to evict from
 * @param key the key expression; blank for none
 * @param group the group expression; blank for none
 * @param allEntries whether all entries are evicted
 * @param condition the condition; blank for always
 */
record EvictionOperation(List<String> cacheNames, String key, String group, boolean allEntries, String condition) {

	/**
	 * Finds the annotations of a method and of the interface method that it implements.
	 * If there are none, finds the annotations of its class or interface.
	 */
	static List<EvictionOperation> of(Method method, Class<?> targetClass) {
		if (method.getDeclaringClass() == Object.class) {
			return List.of();
		}
		Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
		Collection<EvictTicketCache> annotations = AnnotatedElementUtils.findMergedRepeatableAnnotations(specific,
				EvictTicketCache.class, EvictTicketCaches.class);
		if (annotations.isEmpty() && isPublicOfInstance(specific) && ClassUtils.isUserLevelMethod(specific)) {
			annotations = AnnotatedElementUtils.findMergedRepeatableAnnotations(specific.getDeclaringClass(),
					EvictTicketCache.class, EvictTicketCaches.class);
		}
		if (annotations.isEmpty() && specific != method) {
			annotations = AnnotatedElementUtils.findMergedRepeatableAnnotations(method, EvictTicketCache.class,
					EvictTicketCaches.class);
		}
		return annotations.stream().map(EvictionOperation::of).toList();
	}

	private static boolean isPublicOfInstance(Method method) {
		return Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers());
	}

	private static EvictionOperation of(EvictTicketCache annotation) {
		return new EvictionOperation(List.of(annotation.cacheNames()), annotation.key(), annotation.group(),
				annotation.allEntries(), annotation.condition());
	}

	/**
	 * Returns whether the keys are derived from the {@code @Cacheable} methods of the
	 * cache.
	 * @return whether none of key, group and allEntries is set
	 */
	boolean generatesKey() {
		return this.key.isBlank() && this.group.isBlank() && !this.allEntries;
	}

	boolean isAmbiguous() {
		int given = (this.key.isBlank() ? 0 : 1) + (this.group.isBlank() ? 0 : 1) + (this.allEntries ? 1 : 0);
		return given > 1;
	}

	List<String> expressions() {
		return List.of(this.key, this.group, this.condition).stream().filter((text) -> !text.isBlank()).toList();
	}

}
