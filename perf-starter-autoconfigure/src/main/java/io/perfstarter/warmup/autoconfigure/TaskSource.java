package io.perfstarter.warmup.autoconfigure;

import java.util.List;

import io.perfstarter.warmup.WarmupTask;

/**
 * Supplies the built-in warm-up tasks at the start of the warm-up.
 */
interface TaskSource {

	List<WarmupTask> tasks();

}
