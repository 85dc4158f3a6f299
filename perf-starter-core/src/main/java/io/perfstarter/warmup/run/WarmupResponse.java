package io.perfstarter.warmup.run;

/**
 * The response to a warm-up request.
 *
 * @param status the HTTP status code
 * @param body the body; empty if no body is expected
 */
record WarmupResponse(int status, String body) {
}
