package io.perfstarter.coherence;

/**
 * Determines whether the application needs the fan-out, for example because of an
 * annotated method or a managed cache.
 */
@FunctionalInterface
public interface FanOutDemand {

	/**
	 * Returns whether the fan-out is needed. Called once, after all singletons are
	 * created.
	 * @return whether the fan-out is needed
	 */
	boolean present();

}
