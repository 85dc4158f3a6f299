package io.perfstarter.reporting;

/**
 * The threads that serve requests, at a moment.
 *
 * @param max how many there may be
 * @param busy how many serve one
 * @param queued how many requests wait for one
 * @param completed how many requests they have served since the start
 */
public record ThreadsState(int max, int busy, int queued, long completed) {

}
