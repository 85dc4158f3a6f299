package io.perfstarter.settings.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Conditional;

/**
 * Matches by a boolean property, which is read as the binding of properties reads it:
 * {@code yes} is on, {@code off} is off, and a word that is neither stops the start
 * instead of switching something off in silence.
 */
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(OnSwitchCondition.class)
public @interface ConditionalOnSwitch {

	/**
	 * The name of the property.
	 * @return for instance {@code perf-starter.eviction.enabled}
	 */
	String value();

	/**
	 * What it must be.
	 * @return on by default
	 */
	boolean state() default true;

	/**
	 * What it is where it is not set.
	 * @return on by default
	 */
	boolean byDefault() default true;

}
