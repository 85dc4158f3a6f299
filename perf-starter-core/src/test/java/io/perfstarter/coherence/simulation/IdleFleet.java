package io.perfstarter.coherence.simulation;

import java.util.List;

/**
 * The instances of a service that change nothing, with the code of the protocol, and
 * without faults and real time. The bytes are those of the application's protocol,
 * without what TCP, IP and TLS add.
 */
interface IdleFleet {

	/**
	 * Starts one more instance.
	 */
	void start();

	/**
	 * The instances so far, or some that stand for all, in the order of their start.
	 */
	List<IdleInstance> instances();

	/**
	 * The questions, readings or claims of all instances so far.
	 */
	long questions();

	/**
	 * What these and everything else that they send have taken on the network so far,
	 * with the answers.
	 */
	long bytes();

	/**
	 * The connections that all instances together keep.
	 */
	long connections();

}
