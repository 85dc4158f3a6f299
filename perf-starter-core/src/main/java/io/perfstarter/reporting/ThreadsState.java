package io.perfstarter.reporting;

/**
 * The state of the request threads.
 *
 * @param max the maximum number of threads
 * @param busy the number of threads that serve a request
 * @param queued the number of requests that wait for a thread
 * @param completed the number of requests served since the start
 */
public record ThreadsState(int max, int busy, int queued, long completed) {

}
