package io.perfstarter.reporting.window;

/**
 * The cost of the remote calls to one target.
 *
 * @param target the target, without values
 * @param calls the number of calls
 * @param nanos the total time, in nanoseconds, without JVM pauses
 */
public record RemoteUse(String target, long calls, long nanos) {

}
