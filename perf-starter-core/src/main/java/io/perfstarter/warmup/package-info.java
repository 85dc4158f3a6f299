/**
 * What applications import to take part in the warm-up, and to read its report.
 */
@NullMarked
package io.perfstarter.warmup;

import org.jspecify.annotations.NullMarked;
