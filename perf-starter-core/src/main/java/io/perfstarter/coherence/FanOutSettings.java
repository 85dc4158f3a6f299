package io.perfstarter.coherence;

import java.time.Duration;

import io.perfstarter.coherence.protocol.ProtocolTimings;

/**
 * The settings of a {@link FanOut}.
 *
 * @param serviceId the name of this service in the registries
 * @param discoveryInterval the interval between two discoveries of peers
 * @param timings the protocol timings, derived from the maximum staleness
 */
public record FanOutSettings(String serviceId, Duration discoveryInterval, ProtocolTimings timings) {

	/**
	 * The path at which an instance receives messages over HTTP, below the context path.
	 */
	public static final String PATH = "/perf-starter/coherence/v2/events";

	/**
	 * Returns the path at which an instance receives messages.
	 * @param contextPath the context path of the instance, with or without slashes around
	 * @return the path of the endpoint
	 */
	public static String endpointPath(String contextPath) {
		String path = contextPath.replaceAll("^/+|/+$", "");
		return path.isEmpty() ? PATH : '/' + path + PATH;
	}

}
