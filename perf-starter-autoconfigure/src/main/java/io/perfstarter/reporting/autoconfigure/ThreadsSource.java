package io.perfstarter.reporting.autoconfigure;

import java.util.function.Supplier;

import io.perfstarter.reporting.ThreadsState;
import org.jspecify.annotations.Nullable;

/**
 * The threads that serve requests, {@code null} where nobody knows them.
 */
interface ThreadsSource extends Supplier<@Nullable ThreadsState> {

}
