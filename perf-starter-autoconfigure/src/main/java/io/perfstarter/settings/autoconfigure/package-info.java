/**
 * Support for the properties of all features: switches, the secret, base packages, and
 * messages about unknown and invalid settings.
 */
@NullMarked
package io.perfstarter.settings.autoconfigure;

import org.jspecify.annotations.NullMarked;
