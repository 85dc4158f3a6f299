/**
 * What the instance says about itself, period by period.
 */
@NullMarked
package io.perfstarter.reporting;

import org.jspecify.annotations.NullMarked;
