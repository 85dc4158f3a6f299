package io.perfstarter.reporting.window;

/**
 * The figures of the request threads in a period, or at one moment.
 *
 * @param max the maximum number of threads
 * @param busyPeak the maximum number of busy threads
 * @param queuedPeak the maximum number of requests that waited for a thread
 * @param completed the number of requests served since the start
 */
public record ThreadsWindow(int max, int busyPeak, int queuedPeak, long completed) {

}
