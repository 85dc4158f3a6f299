package io.perfstarter.sample.slow;

/**
 * What runs requests.
 */
enum Threads {

	PLATFORM, VIRTUAL

}
