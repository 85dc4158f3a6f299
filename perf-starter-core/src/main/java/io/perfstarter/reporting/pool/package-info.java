/**
 * What the pools of connections do: how many are lent, for how long and to whom, and who
 * waits.
 */
@NullMarked
package io.perfstarter.reporting.pool;

import org.jspecify.annotations.NullMarked;
