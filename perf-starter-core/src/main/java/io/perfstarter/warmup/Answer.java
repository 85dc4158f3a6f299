package io.perfstarter.warmup;

/**
 * What came back for a call.
 *
 * @param status the HTTP status
 * @param body the body, empty unless something is expected of it
 */
record Answer(int status, String body) {
}
