package io.perfstarter.eviction;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;

/**
 * Evicts cache entries after the commit of the transaction that the annotated method ran
 * in, on this instance and on all other instances of the service.
 *
 * <p>
 * Without a transaction the entries are evicted when the method returns; on rollback
 * nothing is evicted. From a commit within the method until the method has evicted, its
 * caches count as being changed. If the method throws, nothing is evicted. But if it may
 * have committed a change, all instances serve the present entries of its managed caches
 * for {@code perf-starter.coherence.max-staleness} at most. Its other caches are evicted.
 * If the method returns a {@link java.util.concurrent.CompletionStage}, entries are
 * evicted when the stage completes. At most one of {@link #key()}, {@link #group()} and
 * {@link #allEntries()} selects the entries. Without any, the keys are those that the
 * {@code @Cacheable} methods of the cache compute from the arguments with the same names
 * and types. If one of these methods has other arguments, all entries are evicted. A
 * failure to evict is logged and counted, never thrown.
 *
 * <p>
 * On a type, the annotation applies to each public method without its own annotation. The
 * expressions are SpEL and are evaluated when the method has ended: arguments by name
 * ({@code #id}) or position ({@code #a0}, {@code #p0}), {@code #result},
 * {@code #root.args}, {@code #root.method}, {@code #root.target}.
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@Repeatable(EvictTicketCaches.class)
public @interface EvictTicketCache {

	/**
	 * Alias for {@link #cacheNames()}.
	 * @return the names of the caches to evict from
	 */
	@AliasFor("cacheNames")
	String[] value() default {};

	/**
	 * Names of the caches to evict from. The application does not start if no cache
	 * manager has such a cache.
	 * @return the names of the caches to evict from
	 */
	@AliasFor("value")
	String[] cacheNames() default {};

	/**
	 * SpEL expression for one key, or for a collection or array of keys that are evicted
	 * one by one.
	 * @return the key expression; blank for the keys of the {@code @Cacheable} methods of
	 * the cache
	 */
	String key() default "";

	/**
	 * SpEL expression for one group, or for a collection or array of groups, whose
	 * entries become stale at once. The property
	 * {@code perf-starter.coherence.caches.<name>.group} defines the groups; in a cache
	 * without groups every entry is evicted.
	 * @return the group expression; blank for none
	 */
	String group() default "";

	/**
	 * Whether all entries of the caches are evicted.
	 * @return whether all entries are evicted
	 */
	boolean allEntries() default false;

	/**
	 * SpEL expression that must be true for an eviction; {@code #result} is the return
	 * value.
	 * @return the condition; blank for always
	 */
	String condition() default "";

}
