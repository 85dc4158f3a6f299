/**
 * Runs tasks in executors with a limited number of threads and a bounded queue, and
 * counts the tasks they reject.
 */
@NullMarked
package io.perfstarter.async;

import org.jspecify.annotations.NullMarked;
