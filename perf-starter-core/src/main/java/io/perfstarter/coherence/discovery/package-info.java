/**
 * Discovery of the instances of a service in its registry.
 */
@NullMarked
package io.perfstarter.coherence.discovery;

import org.jspecify.annotations.NullMarked;
