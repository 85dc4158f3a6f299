package io.perfstarter.sample.compare;

/**
 * Which advice of the service before it a service is started with.
 */
enum Advice {

	NONE, HEAP, POOL_AND_THREADS

}
