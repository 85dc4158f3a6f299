package io.perfstarter.settings.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Conditional;

/**
 * Matches by a boolean property, converted as in property binding: {@code yes} is true,
 * {@code off} is false. A value that is not a boolean prevents the start.
 */
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(OnSwitchCondition.class)
public @interface ConditionalOnSwitch {

	/**
	 * The name of the property.
	 * @return the name, such as {@code perf-starter.eviction.enabled}
	 */
	String value();

	/**
	 * The value if the property is not set.
	 * @return {@code true} by default
	 */
	boolean byDefault() default true;

}
