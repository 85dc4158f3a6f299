/**
 * The detection of unknown settings, for which all settings are bound once, and what a
 * failed start says of a wrong one.
 */
@NullMarked
package io.perfstarter.settings.strict;

import org.jspecify.annotations.NullMarked;
