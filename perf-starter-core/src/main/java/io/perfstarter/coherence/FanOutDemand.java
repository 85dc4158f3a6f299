package io.perfstarter.coherence;

/**
 * Tells whether anything in the application needs word of evictions to travel, such as an
 * annotated method or a managed cache.
 */
@FunctionalInterface
public interface FanOutDemand {

	/**
	 * Asked once all singletons are there, before the application starts.
	 * @return whether the fan-out is needed
	 */
	boolean present();

}
