package io.perfstarter.eviction;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Container for several {@link EvictTicketCache} annotations of one method or type.
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
public @interface EvictTicketCaches {

	/**
	 * The annotations held.
	 * @return the annotations held
	 */
	EvictTicketCache[] value();

}
