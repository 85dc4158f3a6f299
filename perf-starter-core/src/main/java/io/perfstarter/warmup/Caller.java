package io.perfstarter.warmup;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * Makes calls. Thread-safe.
 */
interface Caller {

	/**
	 * Makes a call and waits for the whole answer.
	 * @param call what to ask
	 * @param timeout for how long to wait at most
	 * @return the answer
	 * @throws IOException if there is none
	 * @throws TimeoutException if there is none in time
	 * @throws InterruptedException if the caller is interrupted
	 */
	Answer call(WarmupCall call, Duration timeout) throws IOException, TimeoutException, InterruptedException;

}
