package io.perfstarter.warmup.run;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * Sends warm-up requests. Thread-safe.
 */
interface WarmupClient {

	/**
	 * Sends a request and waits for the complete response.
	 * @param call the request
	 * @param timeout the maximum time to wait
	 * @return the status code of the response
	 * @throws IOException if the request or the response failed
	 * @throws TimeoutException if the response is not complete in time
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	int call(WarmupCall call, Duration timeout) throws IOException, TimeoutException, InterruptedException;

}
