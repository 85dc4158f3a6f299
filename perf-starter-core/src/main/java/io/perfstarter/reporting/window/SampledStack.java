package io.perfstarter.reporting.window;

import java.util.List;

/**
 * A stack of threads that processed slow requests.
 *
 * @param state the state of the threads
 * @param frames the frames, the innermost first
 * @param times the number of samples
 */
public record SampledStack(Thread.State state, List<StackTraceElement> frames, int times) {

}
