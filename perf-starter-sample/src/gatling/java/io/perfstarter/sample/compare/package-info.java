/**
 * The sample before and after, under load.
 */
@NullMarked
package io.perfstarter.sample.compare;

import org.jspecify.annotations.NullMarked;
