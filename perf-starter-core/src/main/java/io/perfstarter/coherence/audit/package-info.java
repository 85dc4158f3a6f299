/**
 * Audits managed caches: reads a sample of the served values again, and counts the stale
 * ones; finds transactions that forget an eviction.
 */
@NullMarked
package io.perfstarter.coherence.audit;

import org.jspecify.annotations.NullMarked;
