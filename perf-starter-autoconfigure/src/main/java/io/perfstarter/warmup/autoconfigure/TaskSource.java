package io.perfstarter.warmup.autoconfigure;

import java.util.List;

import io.perfstarter.warmup.WarmupTask;

/**
 * Supplies tasks that no user has written, when it is time for them.
 */
interface TaskSource {

	List<WarmupTask> tasks();

}
