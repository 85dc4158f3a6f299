/**
 * Detects unknown settings by binding all settings once, and describes a wrong setting
 * when the start fails.
 */
@NullMarked
package io.perfstarter.settings.strict;

import org.jspecify.annotations.NullMarked;
