package io.perfstarter.reporting.autoconfigure;

import java.util.function.Supplier;

import io.perfstarter.reporting.ThreadsState;
import org.jspecify.annotations.Nullable;

/**
 * Supplies the state of the request threads, {@code null} if it is unknown.
 */
interface ThreadsSource extends Supplier<@Nullable ThreadsState> {

}
