package io.perfstarter.warmup.autoconfigure;

/**
 * Leaves a registry.
 */
interface RegistryExit {

	void leave();

}
