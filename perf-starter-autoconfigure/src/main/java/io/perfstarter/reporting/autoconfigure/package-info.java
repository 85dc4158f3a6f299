/**
 * Auto-configuration of what the instance says about itself.
 */
@NullMarked
package io.perfstarter.reporting.autoconfigure;

import org.jspecify.annotations.NullMarked;
