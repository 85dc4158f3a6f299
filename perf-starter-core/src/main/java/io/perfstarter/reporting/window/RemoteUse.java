package io.perfstarter.reporting.window;

/**
 * What calls of one target have cost.
 *
 * @param target what was called, without values
 * @param calls how often
 * @param nanos how long that took, in nanoseconds, net of stops
 */
public record RemoteUse(String target, long calls, long nanos) {

}
