package io.perfstarter.settings.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Conditional;

/**
 * Matches if at least one boolean property is true. Converts values as property binding
 * does: {@code yes} is true, {@code off} is false. A value that is not a boolean prevents
 * the start.
 */
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(OnSwitchCondition.class)
public @interface ConditionalOnSwitch {

	/**
	 * The names of the properties. At least one must be true.
	 * @return the names, such as {@code perf-starter.eviction.enabled}
	 */
	String[] value();

	/**
	 * The value of a property that is not set.
	 * @return {@code true} by default
	 */
	boolean byDefault() default true;

}
