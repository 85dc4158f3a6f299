package io.perfstarter.warmup.autoconfigure;

/**
 * Deregisters the instance from a service registry.
 */
interface RegistryDeregistration {

	void deregister();

}
