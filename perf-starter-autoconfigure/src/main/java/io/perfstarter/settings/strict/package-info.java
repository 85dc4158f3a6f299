/**
 * The detection of unknown settings, for which all settings are bound once.
 */
@NullMarked
package io.perfstarter.settings.strict;

import org.jspecify.annotations.NullMarked;
