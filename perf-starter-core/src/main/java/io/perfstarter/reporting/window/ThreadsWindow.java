package io.perfstarter.reporting.window;

/**
 * The threads that serve requests, in a period.
 *
 * @param max how many there may be
 * @param busyPeak the most that were busy at once
 * @param queuedPeak the most requests that waited for one
 */
public record ThreadsWindow(int max, int busyPeak, int queuedPeak) {

}
