/**
 * Where the instances of a service are, as the application's service registry knows.
 */
@NullMarked
package io.perfstarter.coherence.discovery;

import org.jspecify.annotations.NullMarked;
