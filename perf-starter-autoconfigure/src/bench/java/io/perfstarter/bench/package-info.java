/**
 * Benchmarks beside their peers, run by {@code -Pbenchmarks}.
 */
package io.perfstarter.bench;
